// SPDX-License-Identifier: MIT

internal import CAdwaita

/// A program that the desktop knows by its desktop file.
package struct DesktopApp: Hashable, Sendable {
    /// The name of its desktop file.
    package let id: String
    /// Its name for people.
    package let name: String
    /// Of the icon theme; empty if it has another icon, or none.
    package let icon: String

    fileprivate init(_ info: OpaquePointer) {
        id = g_app_info_get_id(info).map { String(cString: $0) } ?? ""
        name = g_app_info_get_display_name(info).map { String(cString: $0) } ?? ""
        let icon = g_app_info_get_icon(info).flatMap { g_icon_to_string($0) }.map(taken) ?? ""
        // A file has its path, and every other kind of icon begins with a dot.
        self.icon = icon.contains("/") || icon.hasPrefix(".") ? "" : icon
    }
}

// The programs of the desktop. Each call reads files, so a page calls it when it appears.

extension Launcher {
    /// The program that the desktop starts for links with that scheme; nil if there is none.
    package static func app(for scheme: String) -> DesktopApp? {
        guard let info = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(gpointer(info)) }
        return DesktopApp(info)
    }

    /// Makes a program the one for links with that scheme. False if it is not installed, or if the user's choices
    /// cannot be written.
    package static func use(_ id: String, for scheme: String) -> Bool {
        withInstalled([id]) { g_app_info_set_as_default_for_type($0, "x-scheme-handler/" + scheme, nil) != 0 }
    }

    /// Starts the first of these programs that is installed. False if there is none.
    package static func start(firstOf ids: [String]) -> Bool {
        withInstalled(ids) { info in
            let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
            defer { if let context { g_object_unref(gpointer(context)) } }
            let launch = context.map { UnsafeMutablePointer<GAppLaunchContext>($0) }
            return g_app_info_launch(info, nil, launch, nil) != 0
        }
    }

    /// Those of these programs that are installed, by the names of their desktop files.
    package static func installed(_ ids: Set<String>) -> [String: DesktopApp] {
        // All files are read to find one.
        guard !ids.isEmpty else { return [:] }
        return withInstalled { infos in infos.filter { ids.contains($0.key) }.mapValues(DesktopApp.init) }
    }

    private static func withInstalled(_ ids: [String], _ body: (OpaquePointer) -> Bool) -> Bool {
        withInstalled { infos in ids.lazy.compactMap { infos[$0] }.first.map(body) ?? false }
    }

    private static func withInstalled<Result>(_ body: ([String: OpaquePointer]) -> Result) -> Result {
        let list = g_app_info_get_all()
        defer { g_list_free_full(list) { g_object_unref($0) } }
        var infos: [String: OpaquePointer] = [:]
        var item = list
        while let present = item {
            if let data = present.pointee.data {
                let info = OpaquePointer(data)
                if let id = g_app_info_get_id(info) { infos[String(cString: id)] = info }
            }
            item = present.pointee.next
        }
        return body(infos)
    }
}

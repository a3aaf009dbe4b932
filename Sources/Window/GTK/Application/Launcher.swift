// SPDX-License-Identifier: MIT

internal import CAdwaita

/// Other programs.
@MainActor
package enum Launcher {
    /// Opens a file with the user's program for its type. `completion` tells whether there is one.
    package static func open(file path: String, then completion: @escaping @MainActor (Bool) -> Void) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(gpointer(file)) }
        guard let uri = g_file_get_uri(file) else { return completion(false) }
        defer { g_free(uri) }
        let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
        defer { if let context { g_object_unref(gpointer(context)) } }
        let launch = context.map { UnsafeMutablePointer<GAppLaunchContext>($0) }
        completion(g_app_info_launch_default_for_uri(uri, launch, nil) != 0)
    }
}

// SPDX-License-Identifier: MIT

internal import CAdwaita

/// AdwApplication: one process for each user, on the session bus.
package final class Application: Object {
    package override class var type: UInt { UInt(adw_application_get_type()) }

    /// An application that opens links. `name` is the name for people.
    package convenience init(id: String, name: String) {
        g_set_application_name(name)
        let application: UnsafeMutablePointer<AdwApplication> = adw_application_new(id, G_APPLICATION_HANDLES_OPEN)
        self.init(new: OpaquePointer(application))
    }

    /// Finds out whether another process is the application; false if there is no bus.
    package func register() -> Bool {
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        return g_application_register(pointer(), nil, &error) != 0
    }

    /// Runs until all windows are closed and nothing holds the application. Returns the exit code. The process that is
    /// the application gets the links among the arguments.
    package func run(program: String, _ arguments: [String]) -> Int32 {
        var arguments = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return g_application_run(pointer(), Int32(arguments.count - 1), &arguments)
    }

    package func quit() { g_application_quit(pointer()) }

    /// Keeps the application running without a window until `quit()`.
    package func hold() { g_application_hold(pointer()) }

    /// The process has become the application: the place to make windows.
    package func onStartup(_ body: @escaping @MainActor () -> Void) { on("startup", after: true) { _ in body() } }
    package func onActivate(_ body: @escaping @MainActor () -> Void) { on("activate") { _ in body() } }

    /// The user or a program opens links.
    package func onOpen(_ body: @escaping @MainActor ([String]) -> Void) {
        on("open") { values in
            guard values.count > 2, let count = values[2].int, let files = values[1].pointer else { return }
            let list = UnsafeBufferPointer(start: files.assumingMemoryBound(to: OpaquePointer?.self), count: count)
            body(list.compactMap { file in file.flatMap { g_file_get_uri($0) }.map { taken($0) } })
        }
    }

    /// The application runs as long as it has a window.
    package func add(_ window: Window) { gtk_application_add_window(pointer(), window.pointer()) }
}

/// A copy of a text of C, which is freed.
func taken(_ text: UnsafeMutablePointer<CChar>) -> String {
    defer { g_free(text) }
    return String(cString: text)
}

extension Application {
    /// Adds an action, which menus, keys, notifications and other processes may run as `app.name`.
    @discardableResult
    package func addAction(_ name: String, keys: [String] = [], _ body: @escaping @MainActor () -> Void) -> Action {
        let action = add(g_simple_action_new(name, nil))
        action.on("activate") { _ in body() }
        // As GTK writes them, e.g. `<Control>m`.
        var keys = keys.map { strdup($0).map { UnsafePointer($0) } } + [nil]
        gtk_application_set_accels_for_action(pointer(), "app." + name, &keys)
        for key in keys { free(UnsafeMutablePointer(mutating: key)) }
        return action
    }

    /// The same for an action with a text.
    @discardableResult
    package func addTextAction(_ name: String, _ body: @escaping @MainActor (String) -> Void) -> Action {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = add(g_simple_action_new(name, type))
        action.on("activate") { values in
            guard let variant = values.dropFirst().first?.variant else { return }
            body(String(cString: g_variant_get_string(variant, nil)))
        }
        return action
    }

    /// Runs an action in the process that is the application.
    package func activate(_ action: String, _ text: String) {
        g_action_group_activate_action(raw, action, g_variant_new_string(text))
    }

    private func add(_ raw: OpaquePointer) -> Action {
        let action = Action(new: raw)
        g_action_map_add_action(self.raw, raw)
        return action
    }
}

/// GSimpleAction.
package final class Action: Object {
    package override class var type: UInt { UInt(g_simple_action_get_type()) }

    package func enable(_ isEnabled: Bool) { g_simple_action_set_enabled(raw, isEnabled ? 1 : 0) }
}

/// Other programs.
@MainActor
package enum Launcher {
    /// Opens a file with the user's program for its type. False if there is none.
    package static func open(file path: String) -> Bool {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(gpointer(file)) }
        guard let uri = g_file_get_uri(file) else { return false }
        defer { g_free(uri) }
        let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
        defer { if let context { g_object_unref(gpointer(context)) } }
        let launch = context.map { UnsafeMutablePointer<GAppLaunchContext>($0) }
        return g_app_info_launch_default_for_uri(uri, launch, nil) != 0
    }
}

/// The widgets of a .ui file.
@MainActor
package final class Builder {
    private let raw: OpaquePointer
    private let name: String

    /// Loads the bytes of a file, with translations of the project's catalogue. `name` is for messages.
    package init(_ bytes: [UInt8], _ name: String = #fileID) throws(InterfaceError) {
        self.name = name
        raw = gtk_builder_new()
        gtk_builder_set_translation_domain(raw, "monkeycall")
        var error: UnsafeMutablePointer<GError>?
        guard gtk_builder_add_from_string(raw, String(decoding: bytes, as: UTF8.self), -1, &error) != 0 else {
            let message = error?.pointee.message.map { String(cString: $0) } ?? ""
            g_clear_error(&error)
            throw InterfaceError(message: "\(name): cannot load the .ui file: \(message)")
        }
    }

    isolated deinit { g_object_unref(gpointer(raw)) }

    /// The object with that id, which must have that type.
    package func get<T: Object>(_ id: String, _ type: T.Type = T.self) throws(InterfaceError) -> T {
        guard let object = gtk_builder_get_object(raw, id) else {
            throw InterfaceError(message: "\(name): the .ui file has no object \(id)")
        }
        guard let holder = T.cast(OpaquePointer(object)) else {
            throw InterfaceError(message: "\(name): the object \(id) of the .ui file is not a \(T.self)")
        }
        return holder
    }
}

/// A .ui file and its controller do not fit. The tests load all of them.
package struct InterfaceError: Error {
    package let message: String
}

/// Rules of CSS for all windows of the program.
@MainActor
package enum StyleSheet {
    /// Adds them to the user's theme, which stays in force. Call it after GTK has a display.
    package static func add(_ bytes: [UInt8]) {
        guard let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()
        CStyleLoad(provider, String(decoding: bytes, as: UTF8.self))
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(gpointer(provider))
    }
}

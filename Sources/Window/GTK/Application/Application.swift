// SPDX-License-Identifier: MIT

internal import CAdwaita

/// AdwApplication: one process for each user, on the session bus.
package final class Application: Object {
    package override class var type: UInt { UInt(adw_application_get_type()) }

    /// An application that opens links. `name` is the name for people.
    package convenience init(id: String, name: String) {
        g_set_application_name(name)
        let application: UnsafeMutablePointer<AdwApplication> = adw_application_new(id, G_APPLICATION_HANDLES_OPEN)
        self.init(OpaquePointer(application))
        g_object_unref(application)
    }

    /// Finds out whether another process is the application; false if there is no bus.
    package func register() -> Bool {
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        return g_application_register(pointer(), nil, &error) != 0
    }

    /// Another process is the application, and does all that this one is asked.
    package var isRemote: Bool { g_application_get_is_remote(pointer()) != 0 }

    /// Runs until all windows are closed and nothing holds the application. Returns the exit code. The process that is
    /// the application gets the links among the arguments.
    package func run(program: String, _ arguments: [String]) -> Int32 {
        var arguments = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return g_application_run(pointer(), Int32(arguments.count - 1), &arguments)
    }

    package func quit() { g_application_quit(pointer()) }

    /// Keeps the application running without a window until `release()`.
    package func hold() { g_application_hold(pointer()) }
    package func release() { g_application_release(pointer()) }

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

    /// The window that the user used last.
    package var activeWindow: Window? {
        gtk_application_get_active_window(pointer()).flatMap { Window.cast(OpaquePointer($0)) }
    }

    /// The application runs as long as it has a window.
    package func add(_ window: Window) { gtk_application_add_window(pointer(), window.pointer()) }
}

/// A copy of a text of C, which is freed.
private func taken(_ text: UnsafeMutablePointer<CChar>) -> String {
    defer { g_free(text) }
    return String(cString: text)
}

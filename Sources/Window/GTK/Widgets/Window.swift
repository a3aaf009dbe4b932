// SPDX-License-Identifier: MIT

internal import CAdwaita
internal import CLockScreenOverlay

/// GtkWindow and what is derived from it.
package class Window: Widget {
    package override class var type: UInt { UInt(gtk_window_get_type()) }

    /// Shows the window and asks the desktop for the focus.
    package func present() { gtk_window_present(pointer()) }
    package func destroy() { gtk_window_destroy(pointer()) }

    /// Calls `body` when the user or the program closes the window. Drop what holds the window then: GTK sends
    /// `destroy` only after the last holder has gone, and a closed window that is shown again cannot be closed.
    package func onClose(_ body: @escaping @MainActor () -> Void) { on("unrealize") { _ in body() } }

    /// Whether the window has the keyboard focus.
    package var isActive: Bool { gtk_window_is_active(pointer()) != 0 }

    /// Whether the user has minimised it. On Wayland no program knows that: there the window gets no frames in that
    /// time.
    package var isMinimised: Bool { has(GDK_TOPLEVEL_STATE_MINIMIZED) }

    /// Whether the desktop names it as the active window. Above a lock screen such a window has no keyboard focus.
    package var isActivated: Bool { has(GDK_TOPLEVEL_STATE_FOCUSED) }

    private func has(_ state: GdkToplevelState) -> Bool {
        guard let surface = gtk_native_get_surface(raw) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & state.rawValue != 0
    }

    /// Calls `body` when the window is minimised, comes back, or is activated or not, and after other changes of its
    /// state.
    package func onStateChange(_ body: @escaping @MainActor () -> Void) {
        on("realize", after: true) { [weak self] _ in
            guard let self, let surface = gtk_native_get_surface(raw) else { return }
            Object(borrowed: surface).onChange(of: "state", body)
        }
    }

    /// Its width in pixels; 0 before it is shown.
    package var width: Int { gtk_native_get_surface(raw).map { Int(gdk_surface_get_width($0)) } ?? 0 }

    /// Calls `body` when the window has another width.
    package func onWidthChange(_ body: @escaping @MainActor () -> Void) {
        on("realize", after: true) { [weak self] _ in
            guard let self, let surface = gtk_native_get_surface(raw) else { return }
            Object(borrowed: surface).onChange(of: "width", body)
        }
    }

    /// The parent of a dialog.
    package func setTransient(for parent: Window?) { gtk_window_set_transient_for(pointer(), parent?.pointer()) }
}

extension Widget {
    /// The window that the widget is in.
    package var window: Window? {
        gtk_widget_get_root(widget).flatMap { Window.cast($0) }
    }
}

/// AdwPreferencesWindow.
package final class PreferencesWindow: Window {
    package override class var type: UInt { UInt(CPreferencesWindowType()) }

    /// libadwaita gives the pages 360 pixels, which is the width of a whole phone: there is no room for the edges of
    /// the window. Its title has as much room on one side as the buttons need on the other.
    package func allowAnyWidth() {
        guard let content = adw_window_get_content(pointer()) else { return }
        gtk_widget_set_size_request(adw_toast_overlay_get_child(OpaquePointer(content)), -1, -1)
        // A property of header bars alone.
        forEachInside { $0.set("centering-policy", .int(Int(ADW_CENTERING_POLICY_LOOSE.rawValue))) }
    }

    /// Shows the page of that name.
    package func show(page name: String) { CPreferencesWindowShow(pointer(), name) }

    /// Shows a plain text for a moment, on as many lines as it needs. `close` is the name of the button that ends it.
    package func showToast(_ text: String, close: String) {
        guard let toast = adw_toast_new("") else { return }
        let label = Label(text: text)
        label.set("wrap", true)
        adw_toast_set_custom_title(toast, label.widget)
        CPreferencesWindowAddToast(pointer(), toast)
        nameButtons(icon: "window-close-symbolic", close)
    }
}

/// The user's settings of the desktop.
@MainActor
package enum DesktopSettings {
    /// How much larger than usual the user wants texts.
    package static var textScale: Double {
        guard let settings = gtk_settings_get_default() else { return 1 }
        // In 1024ths of dots per inch; not positive if the desktop does not say it.
        let resolution = Object(borrowed: settings).get("gtk-xft-dpi")?.int ?? 0
        return resolution > 0 ? Double(resolution) / 1_024 / usualResolution : 1
    }

    private static let usualResolution = 96.0
}

/// AdwMessageDialog: a question that the user agrees to or cancels. Its texts are never markup.
package final class MessageDialog: Window {
    package override class var type: UInt { UInt(CMessageDialogType()) }

    /// The answers are the labels `cancel` and, on the right, `agree`, which a dangerous answer colours red.
    package convenience init(
        parent: Window?, heading: String, body: String, cancel: String, agree: String, isDangerous: Bool = false
    ) {
        self.init(borrowed: OpaquePointer(CMessageDialogNew(parent?.pointer())))
        set("heading", heading)
        set("body", body)
        CMessageDialogAdd(pointer(), "cancel", cancel)
        CMessageDialogAdd(pointer(), Self.agreement, agree)
        CMessageDialogSetAppearance(
            pointer(), Self.agreement, isDangerous ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
        // The Escape key cancels. The Return key agrees to nothing: the dialog may have come while the user typed.
        CMessageDialogSetClose(pointer(), "cancel")
    }

    private static let agreement = "agree"

    package var extra: Widget? {
        didSet { CMessageDialogSetExtra(pointer(), extra?.widget) }
    }

    package func onAgreement(_ body: @escaping @MainActor () -> Void) {
        on("response") { values in if values.dropFirst().first?.string == Self.agreement { body() } }
    }
}

/// The desktop's dialog for a folder. It is open as long as this object lives, at most until the user has answered.
package final class FolderChooser: Object {
    package override class var type: UInt { UInt(gtk_native_dialog_get_type()) }

    /// Opens the dialog, and calls `body` with the path of the folder that the user chooses, or with nil.
    package convenience init(title: String, over parent: Window?, then body: @escaping @MainActor (String?) -> Void) {
        self.init(new: OpaquePointer(CFolderChooserNew(title, parent?.pointer())))
        on("response") { values in
            guard values.count > 1, let raw = values[0].object else { return }
            let hasChosen = values[1].int == Int(GTK_RESPONSE_ACCEPT.rawValue)
            let file = hasChosen ? CFolderChooserFile(UnsafeMutablePointer(raw)) : nil
            let path = file.flatMap { g_file_get_path($0) }.map { taken($0) }
            if let file { g_object_unref(gpointer(file)) }
            body(path)
        }
        gtk_native_dialog_set_modal(pointer(), 1)
        gtk_native_dialog_show(pointer())
    }
}

/// AdwAboutWindow.
package final class AboutWindow: Window {
    package override class var type: UInt { UInt(CAboutWindowType()) }

    package convenience init() { self.init(borrowed: OpaquePointer(CAboutWindowNew())) }
}

/// The libraries that draw the window.
@MainActor
package enum Toolkit {
    /// The versions that run.
    package static var version: String {
        let gtk = [gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version()]
        let adwaita = [adw_get_major_version(), adw_get_minor_version(), adw_get_micro_version()]
        let texts = [gtk, adwaita].map { $0.map { "\($0)" }.joined(separator: ".") }
        return "GTK \(texts[0]), libadwaita \(texts[1])"
    }
}

extension Window {
    /// Asks the desktop to show the window above its lock screen, each time the window appears. `isAllowed` gets
    /// whether the desktop can do it: Plasma on Wayland.
    package func showAboveLockScreen(_ isAllowed: @escaping @MainActor (Bool) -> Void) {
        // After GTK's own handler the surface has its role, and no buffer yet.
        on("map", after: true) { [weak self] _ in if let self { isAllowed(allow()) } }
    }

    private func allow() -> Bool {
        guard let surface = gtk_native_get_surface(raw), let display = gtk_widget_get_display(widget),
            g_type_check_instance_is_a(
                UnsafeMutablePointer<GTypeInstance>(surface), gdk_wayland_surface_get_type()) != 0,
            let wayland = gdk_wayland_display_get_wl_display(display),
            let waylandSurface = gdk_wayland_surface_get_wl_surface(surface)
        else { return false }
        return lock_screen_overlay_allow(wayland, waylandSurface)
    }
}

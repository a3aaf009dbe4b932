// SPDX-License-Identifier: MIT

internal import CAdwaita
internal import CLockScreenOverlay

extension Window {
    /// Asks the desktop to show the window above its lock screen, each time the window appears. `isAllowed` gets
    /// whether the desktop can do it: Plasma on Wayland.
    package func showAboveLockScreen(_ isAllowed: @escaping @MainActor (Bool) -> Void) {
        // After GTK's own handler the surface has its role, and no buffer yet.
        on("map", after: true) { [weak self] _ in if let self { isAllowed(allow()) } }
    }

    private func allow() -> Bool {
        guard let surface = gtk_native_get_surface(raw), let display = gtk_widget_get_display(widget),
            g_type_check_instance_is_a(instance(surface), gdk_wayland_surface_get_type()) != 0,
            let wayland = gdk_wayland_display_get_wl_display(display),
            let waylandSurface = gdk_wayland_surface_get_wl_surface(surface)
        else { return false }
        return lock_screen_overlay_allow(wayland, waylandSurface)
    }

    private func instance(_ surface: OpaquePointer) -> UnsafeMutablePointer<GTypeInstance> {
        UnsafeMutablePointer(surface)
    }
}

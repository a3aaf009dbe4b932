// SPDX-License-Identifier: MIT

internal import CAdwaita

/// Rules of CSS for all windows of the program.
@MainActor
package enum StyleSheet {
    /// Adds them to the user's theme, which stays in force. Call it after GTK has a display.
    package static func add(_ bytes: [UInt8]) {
        guard let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                gtk_css_provider_load_from_data(provider, $0.baseAddress, gssize($0.count))
            }
        }
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(gpointer(provider))
    }
}

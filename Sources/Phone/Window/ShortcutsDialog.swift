// SPDX-License-Identifier: MIT

import GTK

/// The list of all keys.
@MainActor
enum ShortcutsDialog {
    static func show(over parent: Window?, _ log: (String) -> Void) {
        do throws(InterfaceError) {
            let window: Window = try Builder(PackageResources.shortcuts_ui).get("shortcuts")
            window.setTransient(for: parent)
            window.present()
        } catch {
            log(error.message)
        }
    }
}

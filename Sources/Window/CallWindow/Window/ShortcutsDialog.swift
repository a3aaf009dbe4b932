// SPDX-License-Identifier: MIT

import GTK
import SDBus

/// The list of all keys.
@MainActor
enum ShortcutsDialog {
    static func show(over parent: Window?, _ log: Log) {
        do throws(InterfaceError) {
            let window: Window = try Builder(PackageResources.shortcuts_ui).get("shortcuts")
            window.setTransient(for: parent)
            window.present()
        } catch {
            log("cannot show the keys", ["message": error.message])
        }
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import GTK
import SDBus

/// The name, the version and the license.
@MainActor
enum AboutDialog {
    static func show(over parent: Window?) {
        let window = AboutWindow()
        window.set("application-name", Catalogue.text("Calls"))
        window.set("application-icon", PhoneName.bus.text)
        window.set("version", "\(contractVersion)")
        window.set("developer-name", "MonkeyCall")
        // GTK_LICENSE_MIT_X11
        window.set("license-type", .int(7))
        window.setTransient(for: parent)
        window.present()
    }
}

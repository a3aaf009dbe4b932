// SPDX-License-Identifier: MIT

import GTK
import PhoneModel

/// The page *Keypad*.
final class KeypadPage: Page {
    let kind = PhonePage.keypad
    let widget: Widget

    init(_ phone: PhoneContext) throws(InterfaceError) {
        let builder = try Builder(PackageResources.keypad_ui)
        widget = try builder.get("page")
    }
}

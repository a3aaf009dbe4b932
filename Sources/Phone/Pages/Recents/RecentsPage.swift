// SPDX-License-Identifier: MIT

import GTK
import PhoneModel

/// The page *Recents*.
final class RecentsPage: Page {
    let kind = PhonePage.recents
    let widget: Widget

    init(_ phone: PhoneContext) throws(InterfaceError) {
        let builder = try Builder(PackageResources.recents_ui)
        widget = try builder.get("page")
    }
}

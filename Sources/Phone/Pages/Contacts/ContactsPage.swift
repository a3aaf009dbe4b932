// SPDX-License-Identifier: MIT

import GTK
import PhoneModel

/// The page *Contacts*.
final class ContactsPage: Page {
    let kind = PhonePage.contacts
    let widget: Widget

    init(_ phone: PhoneContext) throws(InterfaceError) {
        let builder = try Builder(PackageResources.contacts_ui)
        widget = try builder.get("page")
    }
}

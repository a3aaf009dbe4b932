// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import Glibc
import SystemFiles

/// The user's contacts app, which opens vCards.
@MainActor
final class ContactsApp {
    private let tell: (String) -> Void

    init(_ tell: @escaping (String) -> Void) { self.tell = tell }

    /// Opens a new contact with that name, which may be empty.
    func add(name: String, _ handle: Handle) {
        guard let path = Self.write(ContactCard.text(name: name, handle)) else {
            return tell(Catalogue.text("The contact could not be handed to the contacts app."))
        }
        Launcher.open(file: path) { [tell] isOpen in
            if !isOpen { tell(Catalogue.text("No contacts app opens vCards. Install one, such as GNOME Contacts.")) }
        }
    }

    /// In the user's runtime folder, which no other user can read, and which is emptied at the logout.
    private static func write(_ text: String) -> String? {
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) + "/monkeycall" }) else { return nil }
        mkdir(folder, 0o700)
        let path = folder + "/new-contact.vcf"
        return (try? NewFile.write(Array(text.utf8), to: path)) == nil ? nil : path
    }
}

// SPDX-License-Identifier: MIT

import CallModel
import Contacts
import PhoneNumbers
import SDBus

/// All address books of the user, copied into memory.
final class ContactBooks {
    private(set) var index = ContactIndex { _, _ in nil }
    private var folder: VCardFolder?
    private var evolution: EvolutionBooks?
    /// Called after contacts have changed.
    var changed: () -> Void = {}
    private let log: (String) -> Void

    init(log: @escaping (String) -> Void) { self.log = log }

    /// Numbers without a country code are read as in this region.
    func useKeys(of region: Region) {
        index.changeKey { kind, value in
            let key = HandleKey(Handle(kind: kind, value: value), in: region).text
            return key.isEmpty ? nil : key
        }
    }

    /// Reads the books in the next turns of the loop, and follows them.
    func begin(_ folders: UserFolders, _ session: BusConnection, _ loop: EventLoop) {
        let path = folders.plasmaContacts
        folder = VCardFolder(path, name: "vCards", on: loop) { [unowned self] in apply($0, of: path) }
        evolution = EvolutionBooks(on: session, loop: loop, folders: folders) { [unowned self] in apply($1, of: $0) }
        folder?.begin()
        evolution?.begin()
    }

    /// The path of a file may contain a name, so the log has only the reason.
    private func apply(_ event: BookEvent, of book: String) {
        if case .fault(let fault) = event { log("A part of an address book is not used: \(fault.message)") }
        if !index.apply(event, of: book).isEmpty { changed() }
    }
}

// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import DirectoryCore
import DirectoryDatabase
import PhoneNumbers

/// The other side of a call, with what the memory of the directory knows about it.
struct Caller {
    /// nil = the other side hides its number or address.
    let handle: Handle?
    let key: HandleKey
    let contact: Contact?
    /// The name of the contact's address book.
    let book: String
    let favourite: Favourite?

    /// The number with a country code; nil = another handle.
    var number: PhoneNumber? {
        guard case .number(let e164) = key else { return nil }
        return PhoneNumber(e164: e164)
    }

    /// The facts that decide about a call, as far as they are in memory.
    var screened: ScreenedCaller {
        var caller = ScreenedCaller()
        guard key != .hidden else { return caller }
        caller.key = key.text
        caller.number = number?.e164
        caller.country = number?.country?.code
        caller.host = handle?.host
        caller.isContact = contact != nil
        caller.isFavourite = relation == .favourite
        return caller
    }

    /// The name in the address book or among the favourites; empty = none.
    var name: String { contact?.name ?? favourite?.name ?? "" }

    var relation: Relation? {
        if favourite != nil || contact?.isFavourite == true { return .favourite }
        return contact == nil ? nil : .contact
    }

    /// What a call shows; without a label it keeps the one that it has.
    func identification(label: String?) -> CallContract.Identification {
        var identification = CallContract.Identification()
        identification.displayName = name
        identification.displayNameSource = book
        identification.label = label
        identification.relation = .some(relation)
        return identification
    }
}

// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import CallInterface
import CallLinks
import DirectoryDatabase
import PhoneNumbers
import SDBus

/// The other side of a new call.
struct Callee: Hashable {
    /// The numbers and addresses that reach it, the preferred one first; never empty.
    let handles: [Handle]
}

extension Callers {
    /// The other side that the user means by a number, an address, or words of a name.
    func callee(_ text: String) throws(BusError) -> Callee {
        guard !CallLink.hasScheme(text) else {
            throw .invalidArgs(
                "A link may come from anyone, and this method calls at once; let ConfirmCall of \(AgentName.bus) ask the user, or "
                    + "write the number or the address without the scheme.")
        }
        let handle = Handle(guessing: text)
        switch handle.kind {
        case .phoneNumber, .emailAddress: return Callee(handles: [handle])
        case .generic: return try callee(named: text)
        }
    }

    private func callee(named text: String) throws(BusError) -> Callee {
        let matches = matches(of: text, for: .call, limit: 100)
        let people =
            matches.favourites.map { Person(name: $0.name, handles: [$0.handle], self) }
            + matches.contacts.map { Person(name: $0.contact.name, handles: $0.contact.callHandles, self) }
        let distinct = people.reduce(into: [Person]()) { distinct, person in
            if !distinct.contains(where: person.isSame) { distinct.append(person) }
        }
        guard let person = distinct.first else {
            throw BusError(
                name: DirectoryName.unknownContactError,
                message: "No contact has this name; write another name, a number or an address.")
        }
        guard distinct.count == 1 else {
            throw BusError(
                name: DirectoryName.ambiguousContactError,
                message: "\(distinct.count) contacts have this name; write more of the name, or a number.")
        }
        return Callee(handles: person.handles)
    }
}

/// A favourite or a contact.
private struct Person {
    let name: String
    let handles: [Handle]
    private let keys: [HandleKey]

    init(name: String, handles: [Handle], _ callers: Callers) {
        (self.name, self.handles) = (NameFolding.folded(name), handles)
        keys = handles.map { callers.caller($0).key }
    }

    /// Two address books may have the same person, one of them with fewer numbers. But two people of a household may
    /// share a number.
    func isSame(as other: Person) -> Bool {
        keys.first == other.keys.first && (name == other.name || Set(keys) == Set(other.keys))
    }
}

extension Contact {
    /// The handles for a call, the preferred one first. A fax machine or a pager comes last: no person answers it.
    fileprivate var callHandles: [Handle] {
        func rank(_ handle: ContactHandle) -> Int {
            switch handle.use {
            case .fax, .pager: 2
            case .other, .home, .work, .mobile: handle.isPreferred ? 0 : 1
            }
        }
        let ranked = handles.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        return ranked.map(\.element.handle)
    }
}

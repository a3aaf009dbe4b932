// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import CallInterface
import CallLinks
import DirectoryDatabase
import PhoneNumbers
import SDBus

extension Callers {
    /// The other side that the user means by a number, an address, or words of a name: the numbers and addresses that
    /// reach it, the preferred one first; never empty.
    func callee(_ text: String) throws(BusError) -> [Handle] {
        guard !CallLink.hasScheme(text) else {
            throw .invalidArgs(
                "A link may come from anyone, and this method calls at once; let ConfirmCall of \(AgentName.bus) ask the user, or "
                    + "write the number or the address without the scheme.")
        }
        let handle = Handle(guessing: text)
        switch handle.kind {
        case .phoneNumber, .emailAddress: return [handle]
        case .generic: return try callee(named: text)
        }
    }

    private func callee(named text: String) throws(BusError) -> [Handle] {
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
        return person.handles
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

/// The favourites or contacts that a name means, the best match first. At most one of the two lists has entries.
struct NameMatches {
    var favourites: [Favourite] = []
    var contacts: [ContactIndex.Found] = []
}

extension Callers {
    /// `skip` counts for all contacts only.
    func matches(of text: String, for purpose: SearchPurpose, skip: Int = 0, limit: Int) -> NameMatches {
        let index = books.index
        switch purpose {
        case .all: return NameMatches(contacts: index.all(skip: skip, limit: limit))
        case .search: return NameMatches(contacts: index.search(text, limit: limit))
        case .keypad:
            let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
            let query = KeypadQuery(digits, beginnings: region.beginnings(digits))
            return NameMatches(contacts: digits.isEmpty ? [] : index.search(query, limit: limit))
        case .contact: return NameMatches(contacts: index.search(text, limit: limit).preferringNamesakes)
        case .call:
            let found = index.search(text, limit: limit)
            let name = NameFolding.folded(text)
            let favourites = favourites.filter { NameFolding.folded($0.name) == name }
            return favourites.isEmpty
                ? NameMatches(contacts: found.preferringNamesakes)
                : NameMatches(favourites: Array(favourites.prefix(limit)))
        }
    }
}

extension [ContactIndex.Found] {
    /// "Ada" does not mean Adam if there is an Ada.
    fileprivate var preferringNamesakes: [ContactIndex.Found] {
        let namesakes = filter(\.isNamesake)
        return namesakes.isEmpty ? self : namesakes
    }
}

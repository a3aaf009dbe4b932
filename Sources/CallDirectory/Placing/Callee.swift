// SPDX-License-Identifier: MIT

import AddressBooks
import CallInterface
import CallLinks
import CallModel
import DirectoryHistory
import PhoneNumbers
import SDBus

/// The other side of a new call.
struct Callee: Hashable {
    /// The numbers and addresses that reach it, the preferred one first; never empty.
    let handles: [Handle]
    var isVideo = false
}

extension Callers {
    /// The other side that the user means by a link, a number, an address, or words of a name.
    func callee(_ text: String) throws(BusError) -> Callee {
        if CallLink.hasScheme(text) {
            do throws(CallLinkError) {
                let link = try CallLink(text)
                return Callee(handles: [link.handle], isVideo: link.isVideo)
            } catch {
                throw .invalidArgs(error.message + ".")
            }
        }
        let handle = Handle(guessing: text)
        switch handle.kind {
        case .phoneNumber, .emailAddress: return Callee(handles: [handle])
        case .generic: return try callee(named: text)
        }
    }

    private func callee(named text: String) throws(BusError) -> Callee {
        let matches = matches(of: text, for: .call, limit: 100)
        let callees =
            matches.favourites.map { Callee(handles: [$0.handle]) }
            + matches.contacts.map { Callee(handles: $0.contact.callHandles) }
        // Two address books may have the same person.
        let distinct = Dictionary(grouping: callees) { $0.handles.first.map { caller($0).key } }
        guard let callee = callees.first else {
            throw BusError(
                name: DirectoryName.unknownContactError,
                message: "No contact has this name; write another name, a number or an address.")
        }
        guard distinct.count == 1 else {
            throw BusError(
                name: DirectoryName.ambiguousContactError,
                message: "\(distinct.count) contacts have this name; write more of the name, or a number.")
        }
        return callee
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

// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import ConfigurationText
package import SDBus

/// A person or a place that can be called, as a list names it.
package struct Person: Hashable, Sendable {
    package let name: String
    /// The name of the address book; empty = unknown.
    package let source: String
    /// Empty for a caller that hides its number.
    package let addresses: [ContactAddress]
    /// For `OpenPicture`; empty = none, or not known yet.
    package let picture: String

    package init(_ contact: ContactLine) {
        (name, source, addresses, picture) = (contact.name, contact.source, contact.addresses, contact.picture)
    }

    package init(_ recent: RecentCall) {
        name = recent.call.callerName
        (source, picture) = ("", "")
        addresses =
            recent.handle.handle.map { [ContactAddress(name: recent.call.callerName, handle: $0, use: "")] } ?? []
    }

    package init(_ favourite: Favourite) {
        name = favourite.name
        (source, picture) = ("", "")
        addresses = favourite.handle.handle.map { [ContactAddress(name: favourite.name, handle: $0, use: "")] } ?? []
    }

    package var title: String {
        if !name.isBlank { return name.shown }
        return addresses.first?.handle.value.shown ?? Catalogue.text("Unknown caller")
    }
}

/// A favourite of the user.
package struct Favourite: Hashable, Sendable {
    /// Counted from 1.
    package let position: UInt32
    package let handle: WireHandle
    package let name: String
    /// The provider to call with; empty = the default one.
    package let provider: String

    /// A result of `List`.
    package init(_ line: [String: Variant]) {
        position = line[.position]?.uint32 ?? 0
        handle = line[.handle].flatMap { WireHandle($0) } ?? .none
        name = line.text(.name)
        provider = line.text(.provider)
    }

    package var title: String { name.isBlank ? handle.value.shown : name.shown }

    /// Tells it from other favourites, also when it moves.
    package var id: String { "\(handle.written)\n\(name)" }
}

/// What the directory knows about one address of a person.
package struct AddressFacts: Hashable, Sendable {
    /// The number as people write it in the user's country; empty for any other address.
    package let formatted: String
    package let label: String
    package let picture: String
    package let verdict: Received<Verdict>
    /// Whether it is in an address book.
    package let isContact: Bool

    /// A result of `Lookup`.
    package init(_ caller: [String: Variant]) {
        formatted = caller.text(.formatted)
        label = caller.text(.label)
        picture = caller.text(.picture)
        verdict = caller.word(.verdict)
        isContact = !caller.text(.displayNameSource).isEmpty && !caller.text(.relation).isEmpty
    }
}

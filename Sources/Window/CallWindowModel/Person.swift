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

    /// A contact of an address book: a result of `Search`.
    package init(contact: [String: Variant]) {
        name = contact.text(.name)
        source = contact.text(.source)
        addresses = ContactAddress.all(of: contact)
        picture = contact.text(.picture)
    }

    package init(_ recent: RecentCall) {
        self.init(recent.call.callerName, recent.handle, formatted: recent.call.text(.formatted))
    }

    package init(_ favourite: Favourite) {
        self.init(favourite.name, favourite.handle, formatted: favourite.formatted)
    }

    private init(_ name: String, _ caller: WireHandle, formatted: String) {
        (self.name, source, picture) = (name, "", "")
        addresses = caller.handle.map { [ContactAddress(name: name, handle: $0, use: "", formatted: formatted)] } ?? []
    }

    /// What gives the picture of a person without a name its colour.
    package var number: String { addresses.first?.handle.value ?? "" }

    /// The same person with all addresses of the contact, its own one first.
    package func with(_ contact: Person) -> Person {
        guard let own = addresses.first else { return self }
        let place = contact.addresses.firstIndex(where: own.isSame)
        let first = place.map { contact.addresses[$0] } ?? own
        let others = contact.addresses.indices.filter { $0 != place }.map { contact.addresses[$0] }
        return Person(name: name, source: contact.source, addresses: [first] + others, picture: contact.picture)
    }

    private init(name: String, source: String, addresses: [ContactAddress], picture: String) {
        (self.name, self.source, self.addresses, self.picture) = (name, source, addresses, picture)
    }

    package var title: String {
        if !name.isBlank { return name.shown }
        return addresses.first?.text.shown ?? Catalogue.text("Unknown caller")
    }
}

/// A favourite of the user.
package struct Favourite: Hashable, Sendable {
    /// Counted from 1.
    package let position: UInt32
    package let handle: WireHandle
    package let name: String
    /// The number as people write it in the user's country; empty if it is not known.
    package let formatted: String

    /// A result of `List`.
    package init(_ line: [String: Variant]) {
        position = line[.position]?.uint32 ?? 0
        handle = line[.handle].flatMap { WireHandle($0) } ?? .none
        name = line.text(.name)
        formatted = line.text(.formatted)
    }

    /// The number or address for people.
    package var address: String { formatted.isEmpty ? handle.value : formatted }

    package var title: String { name.isBlank ? address.shown : name.shown }

    /// Tells it from other favourites, also when it moves.
    package var id: String { "\(handle.written)\n\(name)" }
}

/// What the directory knows about one address of a person.
package struct AddressFacts: Hashable, Sendable {
    /// The number as people write it in the user's country; empty for any other address.
    package let formatted: String
    package let label: String
    package let picture: String
    /// Whether it is in an address book.
    package let isContact: Bool

    /// A result of `Lookup`.
    package init(_ caller: [String: Variant]) {
        formatted = caller.text(.formatted)
        label = caller.text(.label)
        picture = caller.text(.picture)
        isContact = !caller.text(.displayNameSource).isEmpty && !caller.text(.relation).isEmpty
    }
}

// A contact in the list of contacts.

extension Person {
    /// The first number or address, and how many there are besides.
    package var subtitle: String {
        guard let first = addresses.first else { return "" }
        let rest = addresses.count - 1
        return first.text.shown + (rest > 0 ? " +\(rest)" : "")
    }

    /// The address to call without a question: the only one that a person answers; nil if there is none, or a choice.
    package var only: ContactAddress? {
        let callable = addresses.filter(\.canBeCalled)
        return callable.count == 1 ? callable.first : nil
    }

    /// The letter under which the list has the contact.
    package var letter: String {
        guard let first = name.unicodeScalars.first(where: { $0.properties.isAlphabetic }) else { return "#" }
        return String(first).uppercased()
    }
}

extension ContactAddress {
    /// Whether it is the same number or address, also in another spelling.
    package func isSame(as other: ContactAddress) -> Bool {
        handle == other.handle || (!formatted.isEmpty && formatted == other.formatted)
    }

    /// The use of the address for people; empty if it has none.
    package var useWords: String { Self.words(ofUse: use) }

    static func words(ofUse use: String) -> String {
        switch use {
        case "home": Catalogue.text("home")
        case "work": Catalogue.text("work")
        case "mobile": Catalogue.text("mobile")
        case "fax": Catalogue.text("fax")
        case "pager": Catalogue.text("pager")
        default: ""
        }
    }
}

/// The contacts as far as they were read, in the order of their names, or those that fit a text.
package struct ContactList: Sendable {
    /// A part of the list to ask for.
    package struct Request: Hashable, Sendable {
        package let text: String
        package let skip: UInt32
        package let limit: UInt32
        fileprivate let number: Int

        /// The options of `Search`.
        package var options: [String: Variant] {
            text.isEmpty
                ? [String: Variant]([.purpose: .string(SearchPurpose.all.rawValue), .skip: .uint32(skip)])
                : [String: Variant]([.purpose: .string(SearchPurpose.search.rawValue)])
        }
    }

    /// The contacts of one page.
    package static let page = 200
    /// The most that the directory gives at once.
    private static let most = 1_000

    package private(set) var text = ""
    package private(set) var contacts: [Person] = []
    package private(set) var isComplete = false
    package private(set) var isLoaded = false
    private var number = 0
    private var waiting: Request?

    package init() {}

    /// Begins the list of the contacts that fit the text; all for an empty one.
    package mutating func set(_ text: String) {
        let number = number + 1
        self = ContactList()
        (self.text, self.number) = (text, number)
    }

    /// The next page; nil while one is on its way, and at the end.
    package mutating func next() -> Request? {
        guard waiting == nil, !isComplete else { return nil }
        return request(skip: contacts.count, Self.page)
    }

    /// The list from its beginning, because contacts have changed. An answer that is on its way does not count any
    /// more.
    package mutating func refresh() -> Request { request(skip: 0, min(max(contacts.count, Self.page), Self.most)) }

    private mutating func request(skip: Int, _ limit: Int) -> Request {
        number += 1
        let request = Request(text: text, skip: UInt32(clamping: skip), limit: UInt32(limit), number: number)
        waiting = request
        return request
    }

    /// Takes the answer to a request; nil = the directory gave none.
    package mutating func received(_ answer: [[String: Variant]]?, for request: Request) {
        guard request == waiting else { return }
        waiting = nil
        guard let answer else { return }
        if request.skip == 0 { contacts = [] }
        contacts += answer.map(Person.init(contact:))
        isLoaded = true
        // A search has one page: a person writes more words rather than to scroll.
        isComplete = !text.isEmpty || answer.count < Int(request.limit)
    }

    /// The letters above the first contact of each, by place; none for a search, whose order is another.
    package func headings() -> [Int: String] {
        guard text.isEmpty else { return [:] }
        var (headings, letter): ([Int: String], String?) = ([:], nil)
        for (place, contact) in contacts.enumerated() where contact.letter != letter {
            letter = contact.letter
            headings[place] = letter
        }
        return headings
    }
}

/// A vCard of a caller, which a contacts app opens as a new contact.
package enum ContactCard {
    /// Texts of apps cannot add lines to it. `name` may be empty.
    package static func text(name: String, _ handle: Handle) -> String {
        let title = name.isEmpty ? handle.value : name
        let value = escaped(handle.value)
        let address =
            switch handle.kind {
            case .phoneNumber: "TEL:" + value
            case .emailAddress: "EMAIL:" + value
            case .generic: "IMPP:" + (handle.value.contains(":") ? "" : "sip:") + value
            }
        return [
            "BEGIN:VCARD", "VERSION:3.0", "FN:" + escaped(title), "N:" + escaped(title) + ";;;;", address, "END:VCARD",
            "",
        ]
        .joined(separator: "\r\n")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.prefix(1000).unicodeScalars {
            switch scalar {
            case "\\", ",", ";":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control || [0x2028, 0x2029].contains(scalar.value):
                escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

// SPDX-License-Identifier: MIT

import CallContract
import Testing

@testable import AddressBooks

/// The copy of the address books in memory.
struct ContactIndexTests {
    /// Numbers by their digits, addresses in lower case, nothing else.
    private var index = ContactIndex { kind, value in
        switch kind {
        case .phoneNumber: String(value.filter(\.isNumber))
        case .emailAddress: value.lowercased()
        case .generic: nil
        }
    }

    private mutating func add(_ contacts: Contact..., part: UInt32 = 1, to book: String = "a") -> Set<ContactID> {
        index.apply(.contacts(contacts, part: part), of: book)
    }

    @Test mutating func `A contact is found by the canonical key of each handle, and by its UID`() {
        let ada = Contact("1", "Ada", "+49 30 1", "030-2")
        #expect(add(ada, Contact("2", "Bob", "+49 30 9")) == [.init(book: "a", uid: "1"), .init(book: "a", uid: "2")])
        #expect(index.contacts(withKey: "49301").map(\.contact) == [ada])
        #expect(index.contacts(withKey: "0302").map(\.id) == [ContactID(book: "a", uid: "1")])
        #expect(index.contacts(withKey: "1").isEmpty)
        #expect(index.contact(ContactID(book: "a", uid: "1")) == ada)
        #expect(index.contact(ContactID(book: "b", uid: "1")) == nil)
        #expect(index.contact(ContactID(book: "a", uid: "3")) == nil)
    }

    @Test mutating func `All contacts come in the order of their names, in pages`() {
        _ = add(Contact("1", "Émile", "1"), Contact("2", "zoe", "2"), Contact("3", "Ada", "3"))
        #expect(index.all(skip: 0, limit: 10).map(\.contact.name) == ["Ada", "Émile", "zoe"])
        #expect(index.all(skip: 1, limit: 1).map(\.contact.name) == ["Émile"])
        #expect(index.all(skip: 3, limit: 1).isEmpty)
    }

    @Test mutating func `The digits of a keypad find the letters of a name first, and then numbers that begin so`() {
        _ = add(
            Contact("1", "Louise", "+49 30 1"), Contact("2", "Ada Lovelace", "2"), Contact("3", "Bob", "568 1", "77"),
            Contact("4", "Élodie", "+49 568 2"), Contact("5", "568", "5"))
        func found(_ digits: String, _ beginnings: String...) -> [String] {
            index.search(KeypadQuery(digits, beginnings: beginnings), limit: 10).map(\.contact.name)
        }
        #expect(found("568") == ["568", "Louise", "Ada Lovelace", "Bob"])
        #expect(found("568", "49568") == ["568", "Louise", "Ada Lovelace", "Bob", "Élodie"])
        #expect(found("3563") == ["Élodie"])
        #expect(found("23205") == ["Ada Lovelace"], "the zero is a space")
        // Of a contact that is found by a number the other numbers are not meant.
        let bob = index.search(KeypadQuery("5681", beginnings: []), limit: 10).first
        #expect(bob?.contact.handles.map(\.handle.value) == ["568 1"] && bob?.keys == ["5681"])
        #expect(found("2") == ["Ada Lovelace"], "one digit is no name")
        #expect(found("9999").isEmpty && index.search(KeypadQuery("568", beginnings: []), limit: 1).count == 1)
    }

    @Test mutating func `Every field of a contact survives the compact storage`() {
        var ada = Contact("urn:uuid:1", "Ada 李", "+49 30 1")
        (ada.nickname, ada.organization, ada.isFavourite) = ("A", "Engines", true)
        ada.handles.append(
            ContactHandle(handle: Handle(kind: .generic, value: "ada@x"), use: .pager, isPreferred: true))
        ada.picture = ContactPicture(place: .card("/x/y.vcf", start: 1 << 40, count: 300), digest: -5)
        var bob = Contact("2", "Bob", "2")
        bob.picture = ContactPicture(place: .file("/x/y.png", folder: "/x"), digest: Int.min)
        _ = add(ada, bob)
        #expect(index.contact(ContactID(book: "a", uid: "urn:uuid:1")) == ada)
        #expect(index.contact(ContactID(book: "a", uid: "2")) == bob)
    }

    @Test mutating func `Only a contact that differs counts as changed`() {
        _ = add(Contact("1", "Ada", "1"))
        #expect(add(Contact("1", "Ada", "1")).isEmpty)
        #expect(add(Contact("1", "Ada", "2")).count == 1)
        #expect(index.contacts(withKey: "1").isEmpty)
        #expect(index.contacts(withKey: "2").count == 1)
        #expect(index.count == 1)
    }

    @Test mutating func `A part that is read again loses the contacts that did not come again`() {
        _ = add(Contact("1", "Ada", "1"), Contact("2", "Bob", "2"))
        _ = add(Contact("3", "Cleo", "3"), part: 2)
        #expect(index.apply(.began(part: 1), of: "a").isEmpty)
        #expect(index.contacts(withKey: "2").count == 1)
        #expect(add(Contact("1", "Ada", "1")).isEmpty)
        #expect(index.apply(.finished(part: 1), of: "a") == [ContactID(book: "a", uid: "2")])
        #expect(index.apply(.finished(part: 1), of: "a").isEmpty)
        #expect(index.contacts(withKey: "2").isEmpty)
        #expect(index.contacts(withKey: "3").count == 1)
    }

    @Test mutating func `Two files may have the same UID, and one of them may disappear`() {
        _ = add(Contact("1", "Ada", "1"))
        _ = add(Contact("1", "Augusta", "1"), part: 2)
        #expect(index.contacts(withKey: "1").map(\.contact.name) == ["Ada", "Augusta"])
        _ = index.apply(.began(part: 1), of: "a")
        #expect(index.apply(.finished(part: 1), of: "a").count == 1)
        #expect(index.contact(ContactID(book: "a", uid: "1"))?.name == "Augusta")
    }

    @Test mutating func `Books are apart, and a book that has gone takes its contacts along`() {
        _ = index.apply(.found(name: "Personal"), of: "a")
        _ = add(Contact("1", "Ada", "1"))
        _ = add(Contact("1", "Ada at work", "1"), to: "b")
        #expect(index.contacts(withKey: "1").map(\.id.book) == ["a", "b"])
        #expect(index.name(ofBook: "a") == "Personal")
        #expect(index.apply(.removed(uids: ["1", "9"], part: 1), of: "b") == [ContactID(book: "b", uid: "1")])
        #expect(index.apply(.gone, of: "a") == [ContactID(book: "a", uid: "1")])
        #expect(index.count == 0)
        #expect(index.name(ofBook: "a") == nil)
        #expect(add(Contact("2", "Bob", "2")).count == 1)
    }

    @Test mutating func `Another region gives other keys`() {
        _ = add(Contact("1", "Ada", "030 1"), Contact("2", "Bob", "2"))
        index.changeKey { _, value in "49" + value.filter(\.isNumber).drop { $0 == "0" } }
        #expect(index.contacts(withKey: "49301").map(\.contact.name) == ["Ada"])
        #expect(index.contacts(withKey: "0301").isEmpty)
        #expect(add(Contact("1", "Ada", "030 5")).count == 1)
        #expect(index.contacts(withKey: "49301").isEmpty)
    }

    @Test mutating func `Thousands of changes leave exactly the last contacts`() {
        for round in 0..<3 {
            for number in 0..<1_000 where number % 3 >= round {
                _ = add(Contact("\(number)", "Contact \(number)", "\(number)\(round)"))
            }
            for number in 0..<1_000 where number % 3 < round {
                _ = index.apply(.removed(uids: ["\(number)"], part: 1), of: "a")
            }
        }
        #expect(index.count == 333)
        let uids = Set(index.all(skip: 0, limit: .max).map(\.id.uid))
        for number in 0..<1_000 {
            #expect(index.contacts(withKey: "\(number)2").count == (number % 3 == 2 ? 1 : 0))
            #expect(uids.contains("\(number)") == (number % 3 == 2))
        }
    }

    static let searches: [(text: String, name: String)] = [
        ("ada", "Ada Lovelace"), ("LOVE", "Ada Lovelace"), ("love ada", "Ada Lovelace"),
        ("  ada   love ", "Ada Lovelace"),
        ("jorg muller", "Jörg Müller-Lüdenscheidt"), ("ludenscheidt", "Jörg Müller-Lüdenscheidt"),
        ("Jo\u{308}rg", "Jörg Müller-Lüdenscheidt"), ("JÖRG", "Jörg Müller-Lüdenscheidt"), ("strass", "Weiß Straße"),
        ("weiß", "Weiß Straße"), ("lukasz", "Łukasz Żak"), ("zak", "Łukasz Żak"), ("obrien", "Seán O’Brien"),
        ("李", "李小龙"), ("小龙", "李小龙"), ("иван", "Иван Ёлкин"), ("ЕЛКИН", "Иван Ёлкин"), ("たろう", "やまだたろう"),
        ("ﾀﾅｶ", "タナカ"), ("민준", "김민준"), ("λογος", "Άλφα Λόγος"), ("محمد", "مُحَمَّد علي"), ("राम", "राम कुमार"),
        ("engines", "Babbage"), ("chuck", "Babbage"),
    ]

    @Test(arguments: searches) mutating func `The search finds the words of a name in every script`(
        text: String, name: String
    ) {
        for (number, other) in Set(Self.searches.map(\.name)).sorted().enumerated() {
            var contact = Contact("\(number)", other, "\(number)")
            if other == "Babbage" { (contact.organization, contact.nickname) = ("Analytical Engines", "Chuck") }
            _ = add(contact)
        }
        #expect(index.search(text, limit: 10).map(\.contact.name) == [name])
    }

    @Test mutating func `The search prefers the beginning of a name, and finds no inside of a Latin word`() {
        _ = add(Contact("1", "Zoe Adams", "1"), Contact("2", "Ada", "2"), Contact("3", "Canada", "3"))
        #expect(index.search("ada", limit: 10).map(\.contact.name) == ["Ada", "Zoe Adams"])
        #expect(index.search("ada", limit: 1).map(\.contact.name) == ["Ada"])
        #expect(index.search("ada x", limit: 10).isEmpty)
        #expect(index.search(" - ", limit: 10).isEmpty)
    }
}

extension ContactIndex {
    /// The contact of that UID.
    fileprivate func contact(_ id: ContactID) -> Contact? { all(skip: 0, limit: .max).first { $0.id == id }?.contact }
}

extension Contact {
    /// A contact with these numbers.
    init(_ uid: String, _ name: String, _ numbers: String...) {
        self.init(
            uid: uid, name: name,
            handles: numbers.map { ContactHandle(handle: Handle(kind: .phoneNumber, value: $0)) })
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import SDBus
import Testing

/// The contacts as the window pages them.
struct ContactListTests {
    private static func contacts(_ names: [String]) -> [[String: Variant]] {
        names.map { [String: Variant]([.name: .string($0)]) }
    }

    @Test func `Contacts are read page by page, and a search has one page`() throws {
        var list = ContactList()
        let first = try list.page()
        #expect(first.options[.purpose] == .string("all") && first.skip == 0 && list.isAtRest)
        list.received(Self.contacts((0..<200).map { "A\($0)" }), for: first)
        let second = try list.page()
        #expect(second.skip == 200)
        list.set("ada")
        // The answer to the old list comes late.
        list.received(Self.contacts(["Bob"]), for: second)
        #expect(list.contacts.isEmpty)
        let search = try list.page()
        #expect(search.options[.purpose] == .string("search") && search.text == "ada")
        list.received(Self.contacts(["Ada"]), for: search)
        #expect(list.contacts.map(\.name) == ["Ada"] && list.isComplete && list.isAtRest)
    }

    @Test func `A refresh takes the place of a page that is on its way`() throws {
        var list = ContactList()
        let first = try list.page()
        let refresh = list.refresh()
        list.received(Self.contacts(["Old"]), for: first)
        list.received(Self.contacts(["New"]), for: refresh)
        #expect(list.contacts.map(\.name) == ["New"] && list.isComplete)
    }

    @Test func `Each letter stands above its first contact, in any script`() throws {
        var list = ContactList()
        let request = try list.page()
        list.received(Self.contacts(["1st", "ada", "Alan", "Борис", "Вера", "陈"]), for: request)
        #expect(list.headings() == [0: "S", 1: "A", 3: "Б", 4: "В", 5: "陈"])
    }
}

extension ContactList {
    /// Whether it asks for nothing.
    fileprivate var isAtRest: Bool {
        var copy = self
        return copy.next() == nil
    }

    fileprivate mutating func page() throws -> Request {
        let request = next()
        return try #require(request)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Contacts, favourites, and what the user does about one person.
@Suite(.serialized)
struct PersonTests {
    @Test(arguments: PhoneWindow.widths)
    func `A caller is blocked and unblocked from its recent call`(width: Int) throws {
        let page = try PageWindow(width: width)
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456", "Stranger")
        try page.window.open()
        try page.window.choose("030 123456")
        try page.window.press("Block")
        try page.window.waitForButton("Unblock")
        #expect(try page.rules().map { $0["Pattern"]?.string } == ["+4930123456"])
        try page.window.checkWidgets()
        try page.window.screen.keepPicture("person-\(width)")
        try page.window.press("Unblock")
        try page.window.waitForButton("Block")
        #expect(try page.rules().isEmpty)
    }

    @Test func `A person of a recent call has all numbers of the contact, and Escape goes back to its row`() throws {
        let page = try PageWindow()
        try page.directory.add("Ada", "+4930123456", "TEL;TYPE=cell:+4989123456")
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456")
        try page.window.open()
        try page.window.choose("Ada, Missed · 030 123456")
        try page.window.waitForButton("Call 030 123456")
        try page.window.waitForButton("Call 089 123456")
        try page.window.press("Copy 089 123456")
        try page.window.screen.keepPicture("person-of-call")
        try page.window.screen.type("Escape")
        try page.window.waitUntilGone("Call 089 123456")
        _ = try page.window.wait("the focus on the row") {
            try page.window.widgets().first { $0.role == .listItem && $0.isFocused && $0.name.hasPrefix("Ada, ") }
        }
    }

    @Test func `The calls of a caller are removed after a question`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456", "Ada")
        try page.miss(app, "+4930999999", "Bob")
        try page.window.open()
        try page.window.choose("030 123456")
        try page.window.press("Remove from Recents")
        try page.window.answer("Remove")
        try page.window.waitUntilGone("030 123456")
        try page.window.waitFor("030 999999")
    }

    @Test func `A contact is found in another script, and each of its numbers can be called`() throws {
        let page = try PageWindow()
        try page.directory.add("Борис Годунов", "+74951234567", "TEL;TYPE=cell:+79161234567")
        try page.directory.add("Ada Lovelace", "+4930123456")
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.show(.contacts)
        try page.window.waitFor("Ada Lovelace")
        try page.write("годун", into: "Search contacts")
        try page.window.waitUntilGone("Ada Lovelace")
        // Several numbers: the user chooses.
        try page.window.press("Call Борис Годунов")
        try page.window.waitFor("+7 495 123-45-67")
        try page.window.press("Call +7 916 123-45-67")
        #expect(try app.expect("start-requested").contains("+79161234567"))
    }

    @Test func `Favourites are added by the star, moved, and removed`() throws {
        let page = try PageWindow()
        try page.directory.add("Ada", "+4930123456")
        try page.directory.add("Bob", "+4930999999")
        try page.window.open()
        try page.show(.contacts)
        for name in ["Ada", "Bob"] {
            try page.window.choose("\(name), ")
            try page.window.press("Add to Favourites")
            try page.window.waitForButton("Remove from Favourites")
            try page.window.press("Close Details")
            try page.window.waitUntilGone("Remove from Favourites")
        }
        try page.show(.favourites)
        try page.window.waitFor("Bob, ")
        try page.window.press("Edit")
        try page.window.press("Move Bob up")
        try expectFavourites(page, ["Bob", "Ada"])
        try page.window.press("Done")
        try page.window.waitForButton("Call Ada")
        try page.window.choose("Ada, ")
        try page.window.press("Remove from Favourites")
        try expectFavourites(page, ["Bob"])
        try page.window.waitUntilGone("Call Ada")
    }

    @Test func `Two spellings of a number are one favourite`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456")
        try page.directory.object("Favourites").call("Set", .uint32(1), .tuple("phone-number", "030 123456"), "Ada", "")
        try page.window.open()
        try page.window.choose("030 123456")
        try page.window.press("Remove from Favourites")
        try expectFavourites(page, [])
        try page.window.waitForButton("Add to Favourites")
    }

    @Test func `Two stars that the user presses at once are two favourites`() throws {
        let page = try PageWindow()
        try page.directory.add("Ada", "+4930123456", "TEL;TYPE=cell:+4930999999")
        try page.window.open()
        try page.show(.contacts)
        try page.window.choose("Ada, ")
        try page.window.waitFor("030 999999")
        page.directory.freeze()
        do {
            defer { page.directory.thaw() }
            try page.window.press("Add to Favourites")
            try page.window.waitForButton("Remove from Favourites")
            try page.window.press("Add to Favourites")
            try page.window.waitUntilGone("Add to Favourites")
        }
        try expectFavourites(page, ["Ada", "Ada"])
    }

    @Test func `A star that the directory does not keep goes out again`() throws {
        let page = try PageWindow()
        try page.directory.add("Ada", "+4930123456")
        try page.window.open()
        try page.show(.contacts)
        try page.window.choose("Ada, ")
        try page.window.waitForButton("Block")
        try page.directory.kill()
        try page.window.press("Add to Favourites")
        try page.window.waitFor("The directory does not run.")
        try page.window.waitForButton("Add to Favourites")
    }

    @Test func `A contact with one blocked number is unblocked, and all of its numbers are blocked together`() throws {
        let page = try PageWindow()
        try page.directory.add("Ada", "+4930123456", "TEL;TYPE=cell:+4930999999")
        try page.directory.object("Lists").call("AddRule", "caller", "+4930999999", "reject")
        try page.window.open()
        try page.show(.contacts)
        try page.window.choose("Ada, ")
        try page.window.press("Unblock")
        try page.window.waitForButton("Block")
        #expect(try page.rules().isEmpty)
        try page.window.press("Block")
        _ = try page.window.wait("the rules") { try page.rules().count == 2 ? true : nil }
        try page.window.waitForButton("Unblock")
    }

    private func expectFavourites(_ page: PageWindow, _ names: [String]) throws {
        _ = try page.window.wait("the favourites \(names)") {
            let list = try page.directory.object("Favourites").call("List").first?.elements ?? []
            return list.map { $0["Name"]?.string } == names ? true : nil
        }
    }

    @Test func `Names of 10,000 characters, markup, marks of direction and false pictures break nothing`() throws {
        let page = try PageWindow()
        try HostileContact.write(to: page.directory)
        try page.directory.add("Z", "+4930999999")
        try page.window.open()
        try page.show(.contacts)
        try page.window.waitFor("B <b>bold</b> &amp;")
        try page.window.expectPlainTexts()
        // Each picture was asked for, and each person can be looked at.
        for contact in HostileContact.all.prefix(3) {
            try page.window.choose(contact.shown)
            try page.window.waitForButton("Call \(contact.formatted)")
            try page.window.press("Close Details")
            try page.window.waitUntilGone("Call \(contact.formatted)")
        }
        try page.window.screen.keepPicture("hostile")
    }
}

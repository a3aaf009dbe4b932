// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The page of the recent calls.
@Suite(.serialized)
struct RecentsTests {
    @Test(arguments: PhoneWindow.widths)
    func `Missed calls of a caller share a line, and its button calls back`(width: Int) throws {
        let page = try PageWindow(width: width)
        try page.directory.add("Ada Lovelace", "+4930123456")
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456")
        try page.miss(app, "+4930123456")
        try page.miss(app, "+4930999999")
        try page.window.open()
        try page.window.waitFor("Ada Lovelace (2), Missed · 030 123456, through Example Phone")
        try page.window.waitFor("030 999999")
        try page.window.checkWidgets()
        try page.window.screen.keepPicture("recents-\(width)")
        try page.window.press("Call Ada Lovelace")
        #expect(try app.expect("start-requested").contains("+4930123456"))
    }

    @Test func `A call that ends while the page is open appears at once, and counts as seen`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.window.waitFor("No calls yet")
        let call = try app.ring("+4930123456", "Ada")
        try app.end(call)
        try page.window.waitFor("Missed · 030 123456")
        try page.directory.expectUnread(0)
    }

    @Test func `A call that is missed behind another one counts as seen when the page comes back`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.window.waitFor("No calls yet")
        let call = try app.talk(in: page.window)
        try page.miss(app, "+4930999999")
        try app.end(call)
        try page.window.waitFor("030 999999, Missed")
        try page.directory.expectUnread(0)
    }

    @Test func `The page shows only missed calls, or those with the words of the search in any script`() throws {
        let page = try PageWindow(prepare: PageWindow.fill)
        try page.directory.add("Борис Годунов", "+74951234567")
        let app = try CallingApp(page.window)
        try page.miss(app, "+74951234567")
        try page.window.open()
        // The odd ones were declined.
        try page.window.waitFor("Caller 1, ")
        try page.window.press("Missed")
        try page.window.waitUntilGone("Caller 1, ")
        try page.window.waitFor("Caller 2, ")
        try page.window.press("All")
        try page.window.waitFor("Caller 1, ")
        try page.write("годун", into: "Search calls")
        try page.window.waitUntilGone("Caller 1, ")
        try page.window.waitFor("Борис Годунов")
        try page.write("nobody", into: "Search calls")
        try page.window.waitFor("No calls found")
    }

    @Test func `The list is one stop of the Tab key, and the menu of a row calls`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        for number in 1...3 { try page.miss(app, "+493012345\(number)") }
        try page.window.open()
        try page.window.waitFor("030 123451, Missed")
        func focus() throws -> Widget? { try page.window.widgets().first(where: \.isFocused) }
        func type(_ key: String, until fits: (Widget) -> Bool) throws {
            try page.window.screen.type(key)
            _ = try page.window.wait("the focus after \(key)") { try focus().map(fits) == true ? true : nil }
        }
        func leave(_ key: String) throws {
            try page.window.screen.type(key)
            _ = try page.window.wait("no focus on a row") { try focus()?.role == .listItem ? nil : true }
        }
        func goFromSearchToList() throws {
            try page.window.focusSearch()
            // All, Missed, and the menu of the page are between.
            for _ in 1...6 where try focus()?.role != .listItem {
                let before = try focus()?.node
                try type("Tab") { $0.node != before }
            }
        }
        try goFromSearchToList()
        try page.window.screen.type("Home")
        try type("Down") { $0.name.hasPrefix("030 123452") }
        try leave("shift+Tab")
        // To the row of before, or to the first one, as the version of GTK has it.
        try type("Tab") { $0.role == .listItem }
        try leave("Tab")
        try goFromSearchToList()
        try page.window.screen.type("Home")
        try type("Down") { $0.name.hasPrefix("030 123452") }
        try page.window.screen.type("shift+F10")
        try page.window.waitForButton("Copy Number")
        try page.window.screen.keepPicture("row-menu")
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("+4930123452"))
    }

    @Test func `Calls that differ have lines of their own, in the order of time`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456", "Ada")
        _ = try app.ring("+4930123456", "Ada")
        try page.window.open()
        try page.window.press("Decline")
        try app.expect("end")
        try app.end(try app.ring("+4930123456", "Ada"))
        try page.window.waitFor("Ada, Declined")
        _ = try page.window.wait("three lines") {
            let rows = try page.window.widgets().filter { $0.role == .listItem && $0.name.hasPrefix("Ada") }
            return rows.map { String($0.name.prefix { $0 != "·" }) } == [
                "Ada, Missed ", "Ada, Declined ", "Ada, Missed ",
            ]
                ? true : nil
        }
    }

    @Test func `The menu removes the missed calls or all calls, after a question`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456")
        let call = try app.ring("+4930999999")
        try page.window.open()
        try page.window.press("Answer")
        try app.expect("answer")
        try app.end(call)
        try page.window.waitFor("030 123456, Missed")
        try page.window.waitFor("030 999999, Incoming")
        for (item, gone) in [("Remove Missed Calls…", "030 123456"), ("Remove All Calls…", "030 999999")] {
            try page.window.press("Recent Calls Menu")
            try page.window.choose(item: item)
            try page.window.answer("Cancel")
            try page.window.waitFor("030 999999")
            try page.window.press("Recent Calls Menu")
            try page.window.choose(item: item)
            try page.window.answer("Remove")
            try page.window.waitUntilGone(gone)
        }
        try page.window.waitFor("No calls yet")
    }

    @Test func `Ten thousand calls are paged, and the oldest one is found`() throws {
        let page = try PageWindow(prepare: PageWindow.fill)
        try page.window.open()
        try page.window.waitFor("Caller 0, ")
        // The first rows have widgets, and all others have none.
        #expect(try page.window.widgets().filter { $0.name.hasPrefix("Call Caller") }.count < 300)
        // A page is read before the user comes to its end.
        try page.window.scrollDown(from: "Caller 3, ") { row in
            let number = row.name.dropFirst("Caller ".count).prefix { $0 != "," }
            return row.name.hasPrefix("Caller ") && Int(number).map { $0 >= 400 } == true
        }
        try page.write("caller 9999", into: "Search calls")
        try page.window.waitFor("Caller 9999, ")
        try page.window.waitUntilGone("Caller 400, ")
    }

    @Test func `The page survives the death of the directory, and follows the next one`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.miss(app, "+4930123456", "Ada")
        try page.window.open()
        try page.window.waitFor("030 123456")
        let monitor = try BusMonitor(on: page.window.desktop.bus)
        try page.directory.kill()
        // The visible page asks for another one, and the calls stay on the screen.
        try monitor.wait(for: "Ping") { $0.member == "Ping" && $0.destination == DirectoryOfUser.name }
        #expect(try page.window.shows("030 123456"))
        try page.directory.start()
        try app.end(try app.ring("+4930999999", "Bob"))
        try page.window.waitFor("030 999999")
        try page.directory.stop()
        try page.directory.start()
        // The count of unread calls does not tell: the visible page sets it to zero.
        try app.end(try app.ring("+4930888888", "Eve"))
        try page.window.waitFor("030 888888")
    }

    @Test func `While another process uses the database the pages say so, and the contacts are there`() throws {
        var other: ChildProcess?
        let page = try PageWindow { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let process = try ChildProcess(["flock", folder.path + "/directory.lock", "cat"])
            // flock starts the program when it has the lock.
            try process.writeLine("locked")
            _ = try process.waitForLine { $0 == "locked" }
            other = process
        }
        try page.directory.add("Ada", "+4930123456")
        try page.window.open()
        try page.window.waitFor("The database of calls and rules cannot be used now.")
        try page.show(.favourites)
        try page.window.waitUntilGone("Search calls")
        try page.window.waitFor("The database of calls and rules cannot be used now.")
        try page.show(.contacts)
        try page.window.waitFor("Ada, ")
        withExtendedLifetime(other) {}
    }

    @Test func `Without a directory the page says what to install, and the keypad dials`() throws {
        let window = try PhoneWindow()
        let app = try CallingApp(window)
        try window.open()
        try window.waitFor("The directory does not run")
        try window.screen.type("alt+4")
        // With keys: GTK ignores a second press of a screen reader on the same button for a quarter of a second.
        try window.waitForButton("Call")
        try window.screen.type("1", "1", "2", "Return")
        let request = try app.expect("start-requested")
        #expect(request.contains("112"), "\(request)")
    }
}

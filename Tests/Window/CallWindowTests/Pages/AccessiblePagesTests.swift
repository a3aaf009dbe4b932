// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What a screen reader finds on the pages, of every object.
@Suite(.serialized)
struct AccessiblePagesTests {
    /// The session's language turns the window from right to left; its texts stay English.
    @Test(arguments: [(360, "en"), (900, "en"), (360, "ar")])
    func `No page, dialog or part of the settings has an object without a name`(width: Int, language: String) throws {
        let page = try PageWindow(width: width)
        let window = page.window
        let session = try SessionLanguage(language)
        for (name, value) in session.environment { window.screen.home.set(name, value) }
        let app = try CallingApp(window)
        try page.directory.add("Ada", "+4930123456", "TEL;TYPE=cell:+49171123456")
        try page.miss(app, "+4930123456")
        try window.open("tel:+49-30-123456")
        try window.waitFor("Call Ada?")
        try window.expectTree()
        try window.press("Cancel")
        try window.waitUntilGone("Call Ada?")
        try window.choose("Missed · 030 123456")
        try window.waitForButton("Block")
        try window.expectTree()
        try window.press("Add to Favourites")
        try window.press(width < 500 ? "Back" : "Close Details")
        for (kind, text) in [
            (PageWindow.Page.recents, "Missed · 030 123456"), (.favourites, "Ada, "), (.contacts, "Ada, "),
            (.keypad, "Name or number"),
        ] {
            try page.show(kind)
            try window.waitFor(text)
            try window.expectTree()
        }
        let (first, last) = (try window.waitForButton("1"), try window.waitForButton("3"))
        // The keys of a phone have the same places in every language.
        #expect(first.area[0] < last.area[0])
    }

    @Test func `No part of the settings has an object without a name`() throws {
        let page = try PageWindow()
        let window = page.window
        _ = try CallingApp(window)
        try window.open()
        try window.screen.type("ctrl+comma")
        try window.waitFor("Callers Who May Disturb")
        for section in ["Apps", "Blocking", "History"] { try window.turnTo(section) }
        // A page that was shown stays in the tree.
        try window.expectTree()
    }
}

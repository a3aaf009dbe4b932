// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The keypad.
@Suite(.serialized)
struct KeypadTests {
    private static let entry = "Name or number"

    @Test(arguments: PhoneWindow.widths)
    func `Keys write a number, and the call button dials it`(width: Int) throws {
        let page = try PageWindow(width: width)
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.show(.keypad)
        // GTK ignores a second activation of a button within 250 ms, so no key comes twice.
        for key in ["0", "8", "9", "7"] { try page.window.press(key) }
        try page.window.press("Delete")
        for key in ["1", "2", "3", "4", "5", "6"] { try page.window.press(key) }
        try page.window.waitFor("089 123456 · Germany")
        try page.window.checkWidgets()
        try page.window.screen.keepPicture("keypad-\(width)")
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("+4989123456"))
    }

    @Test(arguments: [
        "+49 (0)30 / 12-34-56", "tel:+49-30-123456", "\u{202D}+49\u{00A0}30\u{2011}123456\u{202C}", "٠٣٠ ١٢٣٤٥٦",
    ])
    func `A pasted number in any format is dialed in its international form`(text: String) throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.show(.keypad)
        try page.write(text, into: Self.entry)
        try page.window.waitFor("030 123456 · Germany")
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("+4930123456"))
    }

    @Test func `Without a number the call button shows the last called one, and the next press calls it`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window, isAutomatic: false)
        try page.window.open()
        let user = try page.window.desktop.stage.actor("user")
        try user.request([.start("A", at: "org.example.Phone")])
        try app.end(try app.perform("start"))
        // The row of the recent calls.
        try page.window.waitFor("030 123456, ")
        try page.show(.keypad)
        try page.window.press("Call")
        try page.window.waitFor("030 123456 · Germany")
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("+4930123456"))
    }

    @Test func `Letters find a contact, and the call button calls its only number`() throws {
        let page = try PageWindow()
        try page.directory.add("Борис Годунов", "+74951234567")
        try page.directory.add("Ada Lovelace", "+4930123456", "TEL;TYPE=fax:+4930123457")
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.show(.keypad)
        try page.write("борис", into: Self.entry)
        try page.window.waitFor("Борис Годунов")
        try page.write("nobody at all", into: Self.entry)
        try page.window.waitFor("No contacts found")
        try page.write("lovel", into: Self.entry)
        try page.window.waitFor("Ada Lovelace")
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("+4930123456"))
    }

    @Test func `Digits find a contact by its letters, and a number names its owner`() throws {
        let page = try PageWindow(width: 360)
        try page.directory.add("Louise", "+4930123456")
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.show(.keypad)
        try page.write("568", into: Self.entry)
        try page.window.waitForButton("Louise · 030 123456")
        try page.window.screen.keepPicture("keypad-letters")
        try page.window.press("Louise · 030 123456")
        try page.window.waitFor("Louise · 030 123456")
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("+4930123456"))
        // The beginning of a number that several people have.
        try page.directory.add("Bob", "+4930123999")
        try page.window.screen.type("alt+4")
        try page.write("030123", into: Self.entry)
        try page.window.press("Bob · 030 123999 +1")
        try page.window.waitFor("Louise")
    }

    @Test func `An emergency number is dialed at once while the directory hangs`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.show(.keypad)
        page.directory.freeze()
        defer { page.directory.thaw() }
        try page.write("112", into: Self.entry)
        try page.window.press("Call")
        #expect(try app.expect("start-requested").contains("112"))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Texts and pictures of apps and contacts in the call view, in what it says afterwards, and in the recent calls.
@Suite(.serialized)
struct HostileTextTests {
    @Test func `A name as long as the service allows, with marks of direction, leaves the window as narrow as it was`()
        throws
    {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "\u{202E}" + String(repeating: "W", count: 1000))
        try expectNarrow(window)
        try window.press("Answer")
        try window.waitForButton("Hold")
        try window.expectTree()
        try window.expectPlainTexts()
    }

    @Test func `Contacts with names of 10,000 characters, markup, marks of direction and false pictures can call`()
        throws
    {
        let page = try PageWindow(width: 360)
        let window = page.window
        try HostileContact.write(to: page.directory)
        // When the directory knows this one, it knows the others.
        try page.directory.add("Z", "+4930999999")
        try window.open()
        // The picture of the app has a false size too.
        let app = try window.desktop.stage.app(
            "Phone",
            [
                "LocalizedName": "<i>App</i>\u{202E}",
                "Icon": .descriptor(try .memory([UInt8](HostilePicture.falseSize))),
            ])
        for (call, contact) in zip(["A", "B", "C", "D"], HostileContact.all) {
            try app.ring(call, from: contact.number)
            try window.waitFor(contact.formatted)
            try window.waitFor(contact.shown)
            try window.waitFor("<i>App</i>")
            try expectNarrow(window)
            try window.press("Answer")
            try app.fulfill(after: "PerformAnswerCallAction")
            try window.waitForButton("Hold")
            try window.expectPlainTexts()
            try window.screen.keepPicture("hostile-\(call)")
            try app.reportEnded(call)
            try window.waitFor("hung up")
        }
        for contact in HostileContact.all { try window.waitFor(contact.shown) }
        try window.expectPlainTexts()
        try window.expectTree()
        // A person with such a name and such a picture can be looked at.
        try window.choose("B <b>bold</b> &amp;, ")
        try window.waitForButton("Block")
        try window.expectPlainTexts()
    }

    private func expectNarrow(_ window: PhoneWindow) throws {
        let answer = try window.waitForButton("Answer")
        #expect(answer.area[0] + answer.area[2] <= 360)
    }
}

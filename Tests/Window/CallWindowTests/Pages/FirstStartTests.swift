// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What a new user sees.
@Suite(.serialized)
struct FirstStartTests {
    private static let title = "Calls of all your apps, in one place"

    @Test(arguments: PhoneWindow.widths)
    func `A new user sees what the program is and which apps can call, and goes past it once`(width: Int) throws {
        let page = try PageWindow(width: width, isFirstStart: true)
        let window = page.window
        try window.open()
        try window.waitFor(Self.title)
        try window.waitFor("No app can call yet")
        _ = try CallingApp(window)
        try window.waitFor("Example Phone")
        try window.waitUntilGone("No app can call yet")
        try window.checkWidgets()
        try window.expectTree()
        try window.screen.keepPicture("first-start-\(width)")
        try window.press("Show Recent Calls")
        try window.waitFor("No calls yet")
        try window.kill()
        try window.open()
        try window.waitFor("No calls yet")
        #expect(try !window.shows(Self.title))
    }

    @Test func `The first call takes the place of the first start, also at the next start`() throws {
        let page = try PageWindow(isFirstStart: true)
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.window.waitFor(Self.title)
        try app.end(try app.ring("+4930123456", "Ada"))
        try page.window.waitUntilGone(Self.title)
        // The history has the call, because nothing else ends the first start.
        try page.directory.object("History").call("Clear", [:])
        try page.window.waitFor("No calls yet")
        try page.window.kill()
        try page.window.open()
        try page.window.waitFor("No calls yet")
    }

    @Test func `A test call that cannot be started says why`() throws {
        let page = try PageWindow(isFirstStart: true)
        try page.window.open()
        try page.window.press("Try a Test Call")
        try page.window.waitFor("The test call is not installed.")
    }
}

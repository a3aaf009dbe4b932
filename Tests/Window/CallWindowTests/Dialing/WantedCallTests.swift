// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What the user sees between the press on *Call* and the call.
@Suite(.serialized)
struct WantedCallTests {
    private static let number = "+4930123456"

    private func dial(_ page: PageWindow, _ number: String = Self.number) throws {
        try page.show(.keypad)
        try page.write(number, into: "Name or number")
        try page.window.press("Call")
    }

    @Test func `A call that comes after Cancel is ended at once`() throws {
        let page = try PageWindow(width: 360)
        let window = page.window
        let app = try CallingApp(window, isAutomatic: false)
        try window.open()
        try dial(page)
        try app.expect("start-requested")
        try window.press("Cancel")
        let user = try window.desktop.stage.actor("user")
        try user.request([.start("A", at: "org.example.Phone")])
        let call = try app.perform("start")
        #expect(try app.perform("end") == call)
        try window.waitUntilGone("through Example Phone")
        // The next call is made as usual.
        try dial(page)
        try app.expect("start-requested")
        try window.waitFor("Calling…")
    }

    @Test func `When an app does not answer, the user chooses another one, which is asked after the first has gone`()
        throws
    {
        let page = try PageWindow(width: 360)
        let window = page.window
        let apps = try ["One", "Two"].map { name in
            try window.desktop.stage.app(
                name,
                [
                    "LocalizedName": .string("SIM " + name), "SupportedHandleTypes": .strings(["phone-number"]),
                ])
        }
        try window.open()
        try dial(page)
        _ = try apps[0].actor.client.waitForSignal("StartCallRequested")
        try window.waitFor("SIM One does not answer")
        try window.waitFor("Other Apps")
        try window.checkWidgets()
        try window.screen.keepPicture("no-answer")
        try window.press("SIM Two")
        try window.waitFor("Cancelling…")
        apps[0].actor.client.close()
        let request = try apps[1].actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", .string(Self.number)))
        try window.waitFor("through SIM Two")
    }

    @Test func `A call that no app can make, also to 112, can be repeated at once`() throws {
        let page = try PageWindow(width: 360)
        let window = page.window
        try window.open()
        try dial(page, "112")
        let text = "No app can make this call. Open one and try again."
        let notice = try window.waitFor(text)
        try window.checkWidgets()
        try window.screen.keepPicture("no-app")
        // It covers nothing, and is in the window as a whole. GTK 4.18 counts from inside of the edge, so what is at
        // the edge has a negative place.
        let edge = min(0, try window.widgets().filter { $0.name != text }.map { $0.area[0] }.min() ?? 0)
        #expect(notice.area[0] >= edge && notice.area[0] + notice.area[2] <= edge + 360)
        let app = try CallingApp(window, isAutomatic: false)
        try window.press("Call Again")
        #expect(try app.expect("start-requested") == "phone-number 112")
        try window.waitFor("Calling…")
        try window.waitUntilGone(text)
    }
}

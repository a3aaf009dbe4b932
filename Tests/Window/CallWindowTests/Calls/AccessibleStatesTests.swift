// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What a screen reader is told, of every object of the window.
@Suite(.serialized)
struct AccessibleStatesTests {
    /// An app whose actions the test performs, so that each state lasts.
    private static func app(_ window: PhoneWindow) throws -> Provider {
        try window.desktop.stage.app("Phone", ["LocalizedName": "Phone", "MaximumCallGroups": .uint32(2)])
    }

    private static func ring(_ app: Provider, _ call: String, _ name: String) throws {
        try app.ring(
            call,
            [
                "LocalizedCallerName": .string(name),
                "RemoteHandle": .tuple("phone-number", .string("+493012345" + call)),
            ])
    }

    @Test func `A screen reader is told every state of a call, and finds no object without a name`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try Self.app(window)
        try Self.ring(app, "A", "Ada")
        try window.expectTree("Incoming call")
        try window.press("Silence")
        try window.expectTree("Incoming call, silenced")
        try window.press("Answer")
        try window.expectTree("Connecting…")
        try app.fulfill(after: "PerformAnswerCallAction")
        try window.expectTree("Connected")
        try window.press("Mute")
        try app.fulfill(after: "PerformSetMutedCallAction")
        try window.waitFor("Your microphone is muted")
        try window.press("Keypad")
        try window.waitForButton("Hide Keypad")
        try window.expectTree("Connected")
        try window.press("Hide Keypad")
        try window.press("Details of the Call")
        try window.waitFor("What happened")
        try window.expectTree("Connected")
        try window.screen.type("Escape")
        try window.waitUntilGone("What happened")
        try window.press("Hold")
        try app.fulfill(after: "PerformSetHeldCallAction")
        try window.expectTree("On hold")
        try Self.ring(app, "B", "Bob")
        try window.expectTree("On hold", "Incoming call")
        try window.press("Answer")
        try app.fulfill(after: "PerformAnswerCallAction")
        try window.expectTree("Connected", "On hold")
        try window.press("Merge")
        try app.fulfill(after: "PerformSetGroupCallAction")
        // A member of the active conference is not on hold.
        try app.fulfill(after: "PerformSetHeldCallAction")
        try window.waitFor("Conference of 2")
        try window.expectTree("Connected")
        try window.press("End: Ada")
        try app.fulfill(after: "PerformEndCallAction")
        try window.waitUntilGone("Conference of 2")
        try window.press("End")
        try window.expectTree("Ending…")
        try app.fulfill(after: "PerformEndCallAction")
        try window.waitUntilGone("Bob")
        try window.expectTree()
    }

    @Test func `A screen reader is told how far an outgoing call is, and that it waits`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try Self.app(window)
        try app.activeCall("A", ["LocalizedCallerName": "Ada"])
        try window.expectTree("Connected")
        try app.actor.request([app.start("B", ["Handle": .tuple("phone-number", "+4930123456")])])
        // The first call makes way.
        try window.waitFor("Waits for another call")
        try window.expectTree("Calling…")
        try app.fulfill(after: "PerformSetHeldCallAction")
        try app.fulfill(after: "PerformStartCallAction")
        try window.expectTree("Calling…", "On hold")
        try app.reportConnecting("B")
        try window.expectTree("Ringing…", "On hold")
        try app.reportConnected("B")
        try window.expectTree("Connected", "On hold")
        try app.reportEnded("A", "failed")
        try window.waitFor("The call with Ada failed")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// No press that was meant for another button ends a call.
@Suite(.serialized)
struct EndPlaceTests {
    /// Presses three times at a place, as an impatient person does.
    private func pressThreeTimes(_ widget: Widget, in window: PhoneWindow) throws {
        try window.point(at: widget)
        for _ in 0..<3 { try window.screen.click() }
    }

    private func button(_ name: String, in window: PhoneWindow) throws -> Widget {
        try window.waitForRest { try window.waitForButton(name) }
    }

    @Test func `End comes in the gap between Decline and Answer, and three presses on Answer end no call`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada Lovelace")
        let decline = try button("Decline", in: window)
        let answer = try button("Answer", in: window)
        try window.screen.keepPicture("answers")
        try pressThreeTimes(answer, in: window)
        try app.expect("answer")
        let end = try button("End", in: window)
        #expect(decline.area[0] + decline.area[2] < end.area[0])
        #expect(end.area[0] + end.area[2] < answer.area[0])
        // Nearly a third of the window; GTK tells the area without the button's padding.
        for button in [decline, end, answer] { #expect((84...112).contains(button.area[2])) }
        #expect(abs(decline.area[1] - end.area[1]) <= 2)
        try window.screen.keepPicture("end")
        // The call is there.
        try window.press("Mute")
        try app.expect("mute")
    }

    @Test func `Three presses on Silence end no call`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada Lovelace")
        try pressThreeTimes(try button("Silence", in: window), in: window)
        try window.waitFor("Incoming call, silenced")
        try window.press("Answer")
        try app.expect("answer")
        try window.press("Mute")
        try app.expect("mute")
    }

    @Test func `Three presses on Decline of a second call do not end the first one`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        let ada = try app.talk(in: window)
        let bob = try app.ring("bob@example.org", "Bob")
        let decline = try button("Decline", in: window)
        let (endAnswer, holdAnswer) = (
            try button("End & Answer", in: window), try button("Hold & Answer", in: window)
        )
        #expect(decline.area[0] < endAnswer.area[0] && endAnswer.area[0] < holdAnswer.area[0])
        #expect(decline.area[1] == holdAnswer.area[1])
        try pressThreeTimes(decline, in: window)
        #expect(try app.expect("end").hasSuffix(bob))
        try window.waitUntilGone("Bob")
        try window.press("Mute")
        #expect(try app.expect("mute").hasSuffix(ada))
    }

    @Test func `A double click on Call is one request, and cancels nothing`() throws {
        let page = try PageWindow(width: 360)
        let window = page.window
        let app = try CallingApp(window, isAutomatic: false)
        try window.open()
        try page.show(.keypad)
        try page.write("+4930123456", into: "Name or number")
        let monitor = try BusMonitor(on: window.desktop.bus)
        try window.point(at: try button("Call", in: window))
        try window.screen.doubleClick()
        #expect(try app.expect("start-requested") == "phone-number +4930123456")
        try window.waitFor("Calling…")
        try window.waitForButton("Cancel")
        try window.waitFor("through Example Phone")
        try window.checkWidgets()
        try window.screen.keepPicture("calling")
        let user = try window.desktop.stage.actor("user")
        try user.request([.start("A", at: "org.example.Phone")])
        try app.connected(try app.perform("start"))
        try window.waitForButton("Hold")
        _ = try user.client.callBus("GetId")
        try monitor.wait(forCall: "GetId")
        #expect(monitor.messages.count { $0.member == "RequestStartCall" } == 1)
    }
}

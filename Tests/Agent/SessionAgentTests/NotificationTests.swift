// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The notifications of calls on a real notification server, and the effects of their buttons.
struct NotificationTests {
    let desktop: Desktop
    let screen: Dunst
    let app: App

    init() throws {
        desktop = try Desktop()
        screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        app = try desktop.app()
    }

    private func ring(_ who: String = "+4930123456 Ada") throws -> Dunst.Notification {
        try app.type("incoming \(who)")
        return try screen.expect("Incoming call")
    }

    @Test func `An incoming call shows caller and app, and offers to answer, decline and silence`() throws {
        let shown = try ring()
        #expect(shown.summary.contains("Ada"))
        #expect(shown.text.contains("+4930123456") && shown.text.contains("Phone"))
        #expect(shown.text.contains("category: call.incoming") && shown.text.contains("urgency: CRITICAL"))
        #expect(shown.keys == ["answer", "decline", "default", "silence"])
    }

    @Test func `The default action of dunst, which other programs can trigger, neither answers nor ends a call`()
        throws
    {
        #expect(try !ring().text.contains("Middle click"))
        try screen.click()
        // The agent handles the click before the next press.
        try screen.press("silence")
        try screen.expect("Incoming call") { $0.keys == ["answer", "decline", "default"] }
        try screen.press("answer")
        try app.expect("answered")
        try screen.expect("Call with") { $0.keys.contains("mute") }
        try screen.click()
        try screen.press("mute")
        try app.expect("muted")
        try screen.expect("Call with") { $0.keys.contains("unmute") }
    }

    @Test func `Declining a call ends it and closes its notification`() throws {
        _ = try ring()
        try screen.press("decline")
        try app.expect("ended")
        try screen.waitForCount(0)
    }

    @Test func `A call is muted, held and ended from its one notification`() throws {
        _ = try ring()
        try screen.press("answer")
        try app.expect("answered")
        try screen.expect("Call with") { $0.keys.contains("mute") }
        try screen.press("mute")
        try app.expect("muted")
        try screen.expect("Call with") { $0.body.contains("muted") }
        try screen.press("hold")
        try app.expect("held")
        try screen.expect("Call with") { $0.body.contains("On hold") }
        try screen.waitForCount(1)
        try screen.press("end")
        try app.expect("ended")
        try screen.waitForCount(0)
    }

    @Test func `A second call offers to hold or to end the first`() throws {
        _ = try ring("ada Ada")
        try screen.press("answer")
        try app.expect("answered")
        try screen.expect("Call with")
        let second = try ring("bob Bob")
        #expect(second.keys == ["decline", "default", "end-and-answer", "hold-and-answer", "silence"])
    }

    @Test func `An answer from another program changes the notification at once`() throws {
        _ = try ring()
        try app.type("answer")
        try screen.expect("Call with")
        try screen.waitForCount(1)
    }

    @Test func `The notification of a missed call stays and can call back`() throws {
        _ = try ring()
        try app.type("remote-end")
        let missed = try screen.expect("Missed call")
        #expect(missed.keys == ["call-back", "default"])
        try screen.press("call-back")
        #expect(try app.expect("started").hasSuffix("+4930123456"))
    }

    @Test func `A text of an app is never markup`() throws {
        let shown = try ring("<b>x</b> \"<i>Ada</i> & Co\"")
        #expect(shown.body.contains("&lt;b&gt;x&lt;/b&gt;") && !shown.body.contains("<"))
    }

    @Test func `A ringing call that the user dismisses is silenced and can still be answered`() throws {
        _ = try ring()
        try screen.dismiss()
        let silenced = try screen.expect("Incoming call") { !$0.keys.contains("silence") }
        #expect(silenced.keys == ["answer", "decline", "default"])
        #expect(silenced.text.contains("urgency: LOW"))
        try AgentClient(on: desktop.bus).expect(["Ringing": true])
        try screen.waitForCount(1)
        try screen.press("answer")
        try app.expect("answered")
    }

    @Test func `An active call that the user dismisses comes back quietly with its buttons`() throws {
        _ = try ring()
        try screen.press("answer")
        try screen.expect("Call with") { $0.keys.contains("hold") }
        try screen.dismiss()
        let again = try screen.expect("Call with") { $0.text.contains("urgency: LOW") }
        #expect(again.keys == ["default", "end", "hold", "mute"])
        try screen.press("mute")
        try app.expect("muted")
        try screen.press("end")
        try app.expect("ended")
        try screen.waitForCount(0)
    }

    @Test func `An active call that the user dismisses twice comes back when it changes`() throws {
        _ = try ring()
        try screen.press("answer")
        try screen.expect("Call with") { $0.keys.contains("hold") }
        try screen.dismiss()
        try screen.expect("Call with") { $0.text.contains("urgency: LOW") }
        try screen.dismiss()
        try screen.waitForCount(0)
        try app.type("mute")
        try screen.expect("Call with") { $0.body.contains("muted") }
        try screen.waitForCount(1)
    }

    @Test func `A new notification server shows the present calls`() throws {
        _ = try ring()
        try screen.restart()
        try screen.expect("Incoming call")
    }

    @Test func `The next agent after a crash shows the present calls`() throws {
        _ = try ring()
        try desktop.killAgent()
        try desktop.startAgent()
        try screen.expect("Incoming call")
        try screen.waitForCount(1)
        try screen.press("answer")
        try app.expect("answered")
    }

    @Test func `A notification of a crashed agent closes when its call has ended`() throws {
        _ = try ring()
        try app.type("answer")
        try screen.expect("Call with")
        try desktop.killAgent()
        try app.type("end")
        try app.expect("ended")
        try desktop.startAgent()
        try screen.waitForCount(0)
    }

    @Test func `A call that rings without a notification server is shown when one starts`() throws {
        try screen.stop()
        try app.type("incoming ada Ada")
        try app.expect("incoming")
        try screen.restart()
        try screen.expect("Incoming call")
    }
}

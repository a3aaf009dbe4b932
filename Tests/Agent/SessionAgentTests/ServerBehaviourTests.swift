// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import TestNames
import Testing

/// Behaviour of notification servers that dunst does not have, tested with a stand-in.
struct ServerBehaviourTests {
    let desktop: Desktop
    let server: ServerStandIn

    init() throws {
        desktop = try Desktop()
        server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
    }

    @Test func `A server that closes a notification at a press shows the call again`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next()
        try server.press("answer", of: ringing, closing: true)
        try provider.fulfill(after: "PerformAnswerCallAction")
        let begun = try server.next()
        #expect(begun.summary.contains("Call with") && begun.isNew)
        let talk = begun.actions.contains("mute") ? begun : try server.next { $0.actions.contains("mute") }
        try server.press("mute", of: talk, closing: true)
        let again = try server.next { $0.isNew }
        try provider.fulfill(after: "PerformSetMutedCallAction")
        let muted = try server.next { $0.actions.contains("unmute") }
        #expect(!muted.isNew && muted.id == again.id)
    }

    @Test func `A late click on a ringing call does not end the active call that replaced it`() throws {
        // A server without buttons gets a default action.
        let desktop = try Desktop()
        let server = try ServerStandIn("mako", on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let provider = try desktop.phone()
        try provider.ring()
        try server.press("answer", of: try server.next())
        try provider.fulfill(after: "PerformAnswerCallAction")
        var talk = try server.next(pressing: "default")
        #expect(talk.actions.contains("end"))
        if !talk.actions.contains("mute") { talk = try server.next { $0.actions.contains("mute") } }
        try server.press("mute", of: talk)
        _ = try provider.actor.client.waitForSignal("PerformSetMutedCallAction")
        #expect(!provider.actor.client.signals.contains { $0.member == "PerformEndCallAction" })
    }

    @Test func `A notification that the server shows again does nothing at a press, and goes with its call`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let first = try server.next()
        try server.dismiss(first)
        let second = try server.next { $0.isNew }
        // As makoctl restore and dunstctl history-pop do.
        try server.click(first, "answer")
        try server.waitForClose(first)
        #expect(try provider.actor.states() == ["A": "incoming"])
        try provider.end()
        // The notification of the missed call takes the place of the present one.
        let missed = try server.next { $0.summary.contains("Missed") }
        #expect(missed.id == second.id)
        try server.waitForClose(first)
        try server.click(first, "decline")
        try server.waitForClose(first)
    }

    @Test func `An answered second call is shown as connecting while the first call is being held`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        try server.press("answer", of: try server.next())
        try provider.fulfill(after: "PerformAnswerCallAction")
        _ = try server.next { $0.actions.contains("hold") }
        try provider.ring("B", name: "Bob")
        let ringing = try server.next { $0.summary.contains("Incoming") }
        try server.press("hold-and-answer", of: ringing)
        let answered = try server.next { $0.id == ringing.id }
        #expect(answered.summary.contains("Call with \u{2068}Bob") && answered.body.contains("Connecting…"))
        #expect(answered.actions == ["end", "End"] && answered.urgency == .byte(1))
        try provider.fulfill(after: "PerformSetHeldCallAction")
        let delivered = try server.next { $0.id == ringing.id }
        #expect(delivered.body.contains("Connecting…") && delivered.actions == ["end", "End", "mute", "Mute"])
        try provider.fulfill(after: "PerformAnswerCallAction")
        let talk = try server.next { $0.id == ringing.id }
        #expect(!talk.body.contains("Connecting…") && talk.actions.contains("swap"))
    }

    @Test func `A silenced call that the user dismisses comes back once, quietly`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next()
        try server.press("silence", of: ringing)
        let silenced = try server.next()
        #expect(!silenced.actions.contains("silence") && !silenced.isNew && silenced.urgency == .byte(2))
        try server.dismiss(silenced)
        let again = try server.next()
        #expect(again.isNew && again.urgency == .byte(0) && again.actions == silenced.actions)
        try server.dismiss(again)
        // The next notification belongs to another call, not to this one again.
        try provider.ring("B", name: "Bob")
        #expect(try server.next().summary.contains("Bob"))
    }

    @Test func `A dismissal during a change of the notification also silences the call`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next()
        try provider.rename("Grace")
        try server.next(dismissing: ringing)
        _ = try server.next { !$0.actions.contains("silence") }
    }

    @Test func `After one call is silenced, the notification of the other ringing call is urgent`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let first = try server.next()
        try provider.ring("B", name: "Bob")
        _ = try server.next { $0.id == first.id && $0.urgency == .byte(1) }
        let second = try server.next { $0.summary.contains("Bob") }
        try server.press("silence", of: second)
        let changed = [try server.next(), try server.next()]
        #expect(changed.first { $0.id == first.id }?.urgency == .byte(2))
        #expect(changed.first { $0.id == second.id }?.urgency == .byte(1))
    }

    @Test func `A press on another program's notification, in the place of a call's, does nothing`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next()
        for key in ["answer", "decline", "answer.0", "open"] { try server.tell(key, of: ringing) }
        try server.tell("answer", of: ringing, closing: true)
        let again = try server.next()
        #expect(again.isNew && again.actions.contains("silence"))
        let heard = try provider.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains { $0.hasPrefix("Perform") })
        // The keys of the old notification press nothing at the new one.
        #expect(again.key("answer") != ringing.key("answer"))
        try server.press("answer", of: again)
        _ = try provider.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    @Test func `The next agent gives the buttons the keys of the last one, so that a press there is not lost`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next()
        // It reacts to this only when it knows the notification.
        try server.tell("nothing", of: ringing)
        try desktop.killAgent()
        try desktop.startAgent()
        try server.introduce()
        let again = try server.next(pressing: "answer")
        #expect(again.id == ringing.id && again.key("answer") == ringing.key("answer"))
        _ = try provider.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    @Test func `A call whose notification another program closes is shown again three times, and rings on`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        var shown = try server.next()
        for _ in 1...3 {
            try server.dismiss(shown, reason: 3)
            shown = try server.next()
            #expect(shown.isNew && shown.urgency == .byte(2) && shown.actions.contains("silence"))
        }
        try server.dismiss(shown, reason: 3)
        // The next notification belongs to another call, not to this one again.
        try provider.ring("B", name: "Bob")
        #expect(try server.next().summary.contains("Bob"))
    }

    @Test func `A missed call that the server closed by itself is shown again by the next agent`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        _ = try server.next()
        try provider.end()
        let seen = try server.next { $0.summary.contains("Missed") }
        try provider.ring("B", name: "Bob")
        _ = try server.next { $0.summary.contains("Bob") }
        try provider.end("B")
        let unseen = try server.next { $0.summary.contains("Missed") }
        try server.dismiss(seen)
        try server.dismiss(unseen, reason: 1)
        try desktop.killAgent()
        try desktop.startAgent()
        try server.introduce()
        #expect(try server.next().summary.contains("Bob"))
    }

    @Test func `The app gets the activation token of the press`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        try server.press("answer", of: try server.next(), token: "wayland-2")
        let details = try provider.actor.client.waitForSignal("PerformAnswerCallAction").arguments.last
        #expect(details?["ActivationToken"] == .string("wayland-2"))
    }

    @Test func `The first of two ringing calls makes room before the second is shown`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        let first = try server.next()
        #expect(first.urgency == .byte(2))
        try provider.ring("B", name: "Bob")
        let (lowered, second) = (try server.next(), try server.next())
        #expect(lowered.id == first.id && lowered.urgency == .byte(1))
        #expect(second.summary.contains("Bob") && second.urgency == .byte(2))
        try provider.end("B")
        let raised = [try server.next(), try server.next()].first { $0.id == first.id }
        #expect(raised?.urgency == .byte(2))
    }

    @Test func `On GNOME, which shows one notification at a time, a ringing call is on top`() throws {
        let desktop = try Desktop()
        let server = try ServerStandIn("gnome-shell", on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let provider = try desktop.phone()
        try provider.ring()
        let first = try server.next()
        try provider.ring("B", name: "Bob")
        try server.waitForClose(first)
        let (second, again) = (try server.next(), try server.next())
        #expect(again.summary.contains("Ada") && again.isNew && again.urgency == .byte(0))
        #expect(second.summary.contains("Bob") && second.isNew && second.urgency == .byte(2))
        // When Bob's call is missed, Ada's call becomes urgent again, so the agent replaces both notifications.
        try provider.end("B")
        try server.waitForClose(again)
        try server.waitForClose(second)
        let (raised, missed) = (try server.next(), try server.next())
        #expect(missed.summary.contains("Missed") && missed.urgency == .byte(0))
        #expect(raised.summary.contains("Ada") && raised.urgency == .byte(2))
    }

    @Test func `On GNOME a second call is shown before all others, and missed calls come back quietly`() throws {
        let desktop = try Desktop()
        let server = try ServerStandIn("gnome-shell", on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let provider = try desktop.phone()
        for (call, name) in [("A", "Ada"), ("B", "Bob")] {
            try provider.ring(call, name: name)
            _ = try server.next { $0.summary.contains(name) && $0.urgency == .byte(2) }
            try provider.end(call)
            let missed = try server.next { $0.summary.contains("Missed call from \u{2068}\(name)") }
            #expect(missed.urgency == .byte(1), "it is news")
        }
        try provider.ring("C", name: "Carol")
        let shown = [try server.next(), try server.next(), try server.next()]
        #expect(shown.map(\.urgency) == [.byte(2), .byte(0), .byte(0)] && shown[0].summary.contains("Carol"))
        try server.press("answer", of: shown[0])
        try provider.fulfill(after: "PerformAnswerCallAction")
        _ = try server.next { $0.actions.contains("hold") }
        try provider.ring("D", name: "Dora")
        let together = [try server.next(), try server.next(), try server.next()]
        #expect(together.map(\.urgency) == [.byte(2), .byte(0), .byte(0)])
        #expect(together[0].summary.contains("Dora") && together[1].summary.hasPrefix("Earlier missed"))
        try provider.end("D")
        #expect(try server.next { $0.summary.contains("Missed call from \u{2068}Dora") }.urgency == .byte(1))
    }

    @Test func `An icon file is copied for the server if it is a small PNG`() throws {
        let provider = try desktop.phone(icon: Provider.png)
        try provider.ring()
        var shown = try server.next()
        // The agent may get the file after it has shown the call.
        if !shown.icon.hasPrefix("file://") { shown = try server.next() }
        let file = try #require(URL(string: shown.icon))
        #expect(try Data(contentsOf: file) == Data(Provider.png))
    }

    @Test(
        arguments: [
            Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8) + [UInt8](repeating: 32, count: 40),
            Provider.png.enumerated().map { $0 == 17 ? 0xFF : $1 },
        ].map(Shortened.init))
    func `An icon file that is huge or not a PNG is not given to the server`(_ icon: Shortened<[UInt8]>) throws {
        let provider = try desktop.phone(icon: icon.value)
        try provider.ring()
        #expect(try server.next().icon == "call-start")
        try provider.ring("B", name: "Bob")
        _ = try server.next()
        #expect(try server.next().icon == "call-start")
    }

    @Test func `A name with line breaks or marks of direction stays in its place`() throws {
        let provider = try desktop.phone()
        try provider.ring(name: "Ada\n\u{202E}evil\u{2069}\u{7}", number: "1\n2")
        let shown = try server.next()
        #expect(shown.summary == "Incoming call from \u{2068}Ada  evil  \u{2069}")
        #expect(shown.body.hasPrefix("\u{2068}1 2\u{2069}\n"))
    }
}

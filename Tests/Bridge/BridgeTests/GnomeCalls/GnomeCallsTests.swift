// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls of the real GNOME Calls in the registry.
@Suite(.daemonLogs)
struct GnomeCallsTests {
    let bridge: BridgeUnderTest
    var calls: GnomeCallsProgram { bridge.calls }
    var shell: Actor { bridge.shell }

    init() throws { bridge = try BridgeUnderTest() }

    @Test func `A call rings, and the registry answers and ends it`() throws {
        let object = try calls.ring()
        let call = try bridge.waitForCall("incoming") {
            $0["RemoteHandle"] == .tuple("phone-number", .string(GnomeCallsProgram.caller))
                && $0["SupportsHolding"] == false && $0["Provider"] == "org.gnome.Calls"
        }
        #expect(try shell.audioProperty("Alert") == "ring")
        try shell.ask("Answer", call)
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
        #expect(try calls.state(of: object) == 1)
        try shell.ask("End", call)
        try bridge.waitUntilNoCall()
        try calls.waitForState(7, of: object)
        #expect(try bridge.endedReason(of: call) == "local-ended")
    }

    @Test func `A call that the registry declines ends at the source`() throws {
        let object = try calls.ring()
        let call = try bridge.waitForCall("incoming")
        try shell.ask("End", call)
        try bridge.waitUntilNoCall()
        try calls.waitForState(7, of: object)
        #expect(try bridge.endedReason(of: call) == "declined")
    }

    @Test func `A caller that gives up ends the call, and nothing says who hung up`() throws {
        let object = try calls.ring()
        let call = try bridge.waitForCall("incoming")
        try calls.press("Hangup", object)
        try bridge.waitUntilNoCall()
        #expect(try bridge.endedReason(of: call) == "unknown")
    }

    @Test func `An answer in its own window takes the audio`() throws {
        let object = try calls.ring()
        try bridge.waitForCall("incoming")
        try calls.press("Accept", object)
        try bridge.waitForCall("active") { $0["HasAudio"] == true && $0["Reason"] == "answered" }
        try calls.press("Hangup", object)
        try bridge.waitUntilNoCall()
    }

    @Test func `An answer in its own window holds the call of another app, which resumes`() throws {
        let app = try bridge.stage.app("Phone")
        try app.activeCall("A")
        let object = try calls.ring()
        try bridge.wait(for: "the second call") { try bridge.list().count == 2 }
        try calls.press("Accept", object)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try bridge.wait(for: "the audio") {
            try bridge.list().contains { $0["HasAudio"] == true && $0["Provider"] == "org.gnome.Calls" }
        }
        let call = try #require(bridge.list().first { $0["Provider"] == "org.gnome.Calls" }?["UUID"]?.string)
        #expect(try shell.property("HeldFor", of: "A") == .string(call))
        try shell.ask("End", call)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try bridge.waitForState("active", of: "A")
    }

    @Test func `A refused answer in its own window hangs up nothing, and the call counts as held`() throws {
        let app = try bridge.stage.app("Phone")
        try app.activeCall("A")
        let object = try calls.ring()
        try bridge.wait(for: "the second call") { try bridge.list().count == 2 }
        try calls.press("Accept", object)
        // The other call stays: its app cannot hold it now.
        _ = try app.actor.client.waitForSignal("PerformSetHeldCallAction")
        try app.fail()
        try bridge.wait(for: "a held call") {
            try bridge.list().contains { $0["State"] == "held" && $0["Provider"] == "org.gnome.Calls" }
        }
        #expect(try calls.state(of: object) == 1)
        #expect(try shell.property("HasAudio", of: "A") == true)
        // The user resumes it when there is room.
        try app.reportEnded("A")
        let call = try bridge.waitForCall("held")
        try shell.ask("SetHeld", call, false)
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
    }

    @Test func `Tones are sent one by one`() throws {
        let object = try calls.ring()
        let call = try bridge.waitForCall("incoming")
        try shell.ask("Answer", call)
        try bridge.waitForCall("active")
        let monitor = try BusMonitor(on: bridge.session)
        let transaction = try shell.ask("PlayDTMF", call, "12#")
        let completed = try shell.client.waitForSignal("TransactionCompleted") { $0.arguments[0].string == transaction }
        #expect(completed.arguments[1] == true)
        try monitor.wait(forCalls: "SendDtmf", 3, from: bridge.program.process)
        #expect(monitor.messages.filter { $0.member == "SendDtmf" }.map { $0.arguments } == [["1"], ["2"], ["#"]])
        #expect(try calls.state(of: object) == 1)
    }

    @Test func `A shell that mutes streams mutes a call over a modem, which has no process`() throws {
        try shell.call("SetShellState", .options(["MutesStreams": true]))
        _ = try calls.ring()
        let call = try bridge.waitForCall("incoming")
        try shell.ask("Answer", call)
        try bridge.waitForCall("active") { $0["StreamProcess"] == .uint32(0) && $0["SupportsMuting"] == false }
        try shell.ask("SetMuted", call, true)
        try bridge.waitForCall("active") { $0["Muted"] == true }
    }

    @Test func `The registry dials, and the call connects and ends`() throws {
        calls.client.forgetSignals()
        try shell.request([.start("B", at: "org.gnome.Calls", .tuple("phone-number", "+4930123456"))])
        let object = try calls.waitForCall()
        try bridge.waitForState("active", of: "B")
        #expect(try shell.property("HasAudio", of: "B") == true)
        try shell.ask("End", "B")
        try bridge.waitUntilNoCall()
        try calls.waitForState(7, of: object)
    }

    @Test func `A shell's wish for a call is dialled`() throws {
        try shell.call("RequestStartCall", "org.gnome.Calls", .tuple("phone-number", "+4930123456"), .options([:]))
        try bridge.waitForCall("active") { $0["Outgoing"] == true }
    }

    @Test func `A call that the user dials in its own window is listed once and takes the audio`() throws {
        let object = try calls.dial("+4930123456")
        try bridge.waitForCall("active") { $0["Outgoing"] == true && $0["HasAudio"] == true }
        try calls.press("Hangup", object)
        try bridge.waitUntilNoCall()
    }

    @Test func `A call that do-not-disturb refuses is silent, and an answer in its own window lists it`() throws {
        try shell.call("SetShellState", .options(["DoNotDisturb": true]))
        let monitor = try BusMonitor(on: bridge.session)
        let object = try calls.ring()
        // Once when it comes, and once when it is refused.
        try monitor.wait(forCalls: "Silence", 2, from: bridge.program.process)
        #expect(try bridge.list().isEmpty)
        #expect(try calls.state(of: object) == 5)
        try calls.press("Accept", object)
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
    }

    @Test func `It does not ring while a shell rings`() throws {
        let monitor = try BusMonitor(on: bridge.session)
        _ = try calls.ring()
        try monitor.wait(forCall: "Silence")
        try bridge.waitForCall("incoming")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// A restart of the service, of the bridge and of GNOME Calls: no call is hung up, or listed twice.
@Suite(.daemonLogs)
struct RestartTests {
    let bridge: BridgeUnderTest
    var calls: GnomeCallsProgram { bridge.calls }
    var shell: Actor { bridge.shell }

    init() throws { bridge = try BridgeUnderTest(keepsState: true) }

    private func talk() throws -> (call: String, object: String) {
        let object = try calls.ring()
        let call = try bridge.waitForCall("incoming")
        try shell.ask("Answer", call)
        try bridge.waitForCall("active")
        return (call, object)
    }

    /// Calls of its dummy backend are those of a modem. `StandInTests` has a muted SIP call.
    @Test(arguments: CallMoment.allCases, Crash.allCases)
    func `A call of GNOME Calls goes on and is listed once in every state when any program is killed`(
        _ moment: CallMoment, _ crash: Crash
    ) throws { try bridge.survive(crash, while: moment, GnomeCallsProgram.caller) }

    @Test func `An answer in its own window while the service is away counts when it is back`() throws {
        let object = try calls.ring()
        try bridge.waitForCall("incoming")
        try bridge.stage.crash()
        try calls.press("Accept", object)
        try bridge.stage.startService()
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
    }

    @Test func `The call of another app resumes after a call whose bridge was killed meanwhile`() throws {
        let app = try bridge.stage.app("Phone")
        try app.activeCall("A")
        let object = try calls.ring()
        try bridge.wait(for: "the second call") { try bridge.list().count == 2 }
        let call = try #require(bridge.list().first { $0["Provider"] == "org.gnome.Calls" }?["UUID"]?.string)
        try shell.ask("Answer", call)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try bridge.waitForState("active", of: call)
        #expect(try shell.property("HeldFor", of: "A") == .string(call))

        try bridge.crash()
        try bridge.wait(for: "the end") { try bridge.list().count == 1 }
        #expect(try bridge.endedReasons(of: call) == ["failed"])
        #expect(try shell.property("HeldFor", of: "A") == "")

        try bridge.start()
        try bridge.waitForState("active", of: call)
        #expect(try bridge.endedReasons(of: call) == [])
        #expect(try shell.property("HeldFor", of: "A") == .string(call))
        #expect(try calls.state(of: object) == 1)

        try shell.ask("End", call)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try bridge.waitForState("active", of: "A")
        #expect(try bridge.endedReasons(of: call) == ["local-ended"])
        try calls.waitForState(7, of: object)
    }

    @Test func `A bridge that ends by SIGTERM hangs up nothing`() throws {
        let (_, object) = try talk()
        bridge.program.process.terminate()
        #expect(try bridge.program.process.waitForExit() == .exited(0))
        #expect(try calls.state(of: object) == 1)
    }

    @Test func `A call that was answered elsewhere while the bridge was away holds the call of another app`() throws {
        let object = try calls.ring()
        try bridge.waitForCall("incoming")
        try bridge.crash()
        try calls.press("Accept", object)
        let app = try bridge.stage.app("Phone")
        try app.activeCall("A")
        try bridge.start()
        try app.fulfill(after: "PerformSetHeldCallAction")
        try bridge.waitForState("held", of: "A")
        try bridge.wait(for: "the audio") {
            try bridge.list().contains { $0["HasAudio"] == true && $0["Provider"] == "org.gnome.Calls" }
        }
        #expect(try calls.state(of: object) == 1)
    }

    @Test func `The bridge starts before GNOME Calls, and waits without starting it`() throws {
        try calls.crash()
        try bridge.crash()
        try bridge.startWithoutSource()
        try calls.restart()
        try bridge.waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
        _ = try talk()
    }
}

/// GNOME Calls with its dummy backend: one number calls, and each call that it dials connects after some seconds.
extension BridgeUnderTest: RestartScene {
    var report: String { "the bridge: \(log)" }
    var bridge: ChildProcess { program.process }
    func memory(of moment: CallMoment) -> SourceMemory { .callsEnd }
    var holdsAtSource: Bool { false }

    func defaultProvider() -> String { "org.gnome.Calls" }
    func ring(from number: String) throws { _ = try calls.ring() }
    func waitAtSource(for states: [String: String]) throws { try calls.wait { $0 == states } }
    func waitUntilDialled(_ number: String) throws { try calls.wait { $0[number] != nil } }
    func connect(_ number: String) {}

    /// The user answers it in its own window, and the other call does not make way. So it counts as held.
    func talkAndHold(_ number: String) throws {
        let app = try stage.app("Phone")
        try app.activeCall("A")
        let object = try calls.ring()
        try expect(["A": "active", number: "incoming"])
        try calls.press("Accept", object)
        _ = try app.actor.client.waitForSignal("PerformSetHeldCallAction")
        try app.fail()
        try expect(["A": "active", number: "held"])
        try app.reportEnded("A")
    }

    func crashBridge() throws { try crash() }
    func startBridge() throws { try start() }
    func crashSource() throws { try calls.crash() }

    func startSource() throws {
        try waitForProviders([])
        try calls.restart()
        try waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
    }
}

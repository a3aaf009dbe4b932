// SPDX-License-Identifier: MIT

import BusTesting
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

    @Test func `A service that is killed and keeps its state continues with the call`() throws {
        let (call, object) = try talk()
        try bridge.stage.restart()
        #expect(try bridge.waitForCall("active") { $0["HasAudio"] == true } == call)
        #expect(try calls.state(of: object) == 1)
        try shell.ask("End", call)
        try bridge.waitUntilNoCall()
        try calls.waitForState(7, of: object)
    }

    @Test func `A service without its state gets the active call again`() throws {
        let (call, object) = try talk()
        try bridge.stage.crash()
        try bridge.stage.dropState()
        try bridge.stage.startService()
        #expect(try bridge.waitForCall("active") { $0["HasAudio"] == true } == call)
        #expect(try calls.state(of: object) == 1)
    }

    @Test func `A call that rings through a restart of the service is answered`() throws {
        let object = try calls.ring()
        let call = try bridge.waitForCall("incoming")
        try bridge.stage.restart()
        try shell.ask("Answer", call)
        try bridge.waitForCall("active")
        #expect(try calls.state(of: object) == 1)
    }

    @Test func `An answer in its own window while the service is away counts when it is back`() throws {
        let object = try calls.ring()
        try bridge.waitForCall("incoming")
        try bridge.stage.crash()
        try calls.press("Accept", object)
        try bridge.stage.startService()
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
    }

    @Test func `A bridge that is killed hangs up nothing, and the next one lists the active call once`() throws {
        let (call, object) = try talk()
        try bridge.crash()
        #expect(try calls.state(of: object) == 1)
        try bridge.waitUntilNoCall()
        try bridge.start()
        #expect(try bridge.waitForCall("active") { $0["HasAudio"] == true } == call)
        #expect(try calls.state(of: object) == 1)
        try shell.ask("End", call)
        try bridge.waitUntilNoCall()
        try calls.waitForState(7, of: object)
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

    @Test func `A bridge that is killed while a call rings lets it ring again`() throws {
        let object = try calls.ring()
        try bridge.waitForCall("incoming")
        try bridge.crash()
        try bridge.start()
        let call = try bridge.waitForCall("incoming")
        #expect(try shell.audioProperty("Alert") == "ring")
        try shell.ask("Answer", call)
        try bridge.waitForCall("active")
        #expect(try calls.state(of: object) == 1)
    }

    @Test func `A bridge that ends by SIGTERM hangs up nothing`() throws {
        let (_, object) = try talk()
        bridge.process.terminate()
        #expect(try bridge.process.waitForExit() == .exited(0))
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

    @Test func `The calls of a GNOME Calls that is killed end, and the next one has calls again`() throws {
        let (call, _) = try talk()
        try calls.crash()
        try bridge.waitUntilNoCall()
        #expect(try bridge.endedReason(of: call) == "failed")
        try bridge.waitForProviders([])
        try calls.restart()
        try bridge.waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
        _ = try talk()
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

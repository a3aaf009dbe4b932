// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The user or another app does something while the bridge or GNOME Calls is away. `RestartTests` kills them, and the
/// service, in each state.
@Suite(.daemonLogs)
struct GnomeCallsRestartTests {
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

    @Test func `An answer in its own window while the service is away counts when it is back`() throws {
        let object = try calls.ring()
        try bridge.waitForCall("incoming")
        try bridge.stage.crash()
        try calls.press("Accept", object)
        try bridge.stage.startService()
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
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

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The list of sources, the settings, and calls that the bridge leaves to another program.
@Suite(.daemonLogs)
struct SourcesTests {
    @Test func `The object on the session bus has the members of its XML file`() throws {
        let bridge = try BridgeUnderTest()
        let object = try bridge.object()
        let contract = try Introspection(file: Repository.file("dbus/org.monkeycall.Bridge.xml"))
        let live = try Introspection(xml: object.introspect())
        #expect(contract.differences(to: live, interfaces: [BridgeUnderTest.name]) == [])
    }

    @Test func `The list says whether a source runs, its providers and the number of its calls`() throws {
        let bridge = try BridgeUnderTest()
        _ = try bridge.calls.ring()
        try bridge.waitForCall("incoming")
        #expect(
            try bridge.sources() == [
                "Source": "gnome-calls", "State": "present", "Count": .uint32(1),
                "Providers": .strings(["org.gnome.Calls", "org.gnome.Calls.SIP"]),
            ])
        let result = try bridge.monkeycall("bridges")
        #expect(
            result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") } == [
                "SOURCE BRIDGE STATE CALLS PROVIDERS", "gnome-calls user runs 1 org.gnome.Calls, org.gnome.Calls.SIP",
                "pipewire-telephony user does not run 0", "observed-apps user does not run 0",
                "browsers user does not run 0", "bluetooth-headsets user does not run 0",
            ])
        try bridge.calls.crash()
        try bridge.waitForProviders([])
        #expect(try bridge.sources()["State"] == "absent")
        #expect(try bridge.monkeycall("--json", "bridges").output.contains(#""State":"absent""#))
    }

    @Test func `The list shows the calls of browsers, and that the user has turned them off`() throws {
        let bridge = try BridgeUnderTest()
        func line() throws -> [String: DBusValue]? {
            let sources = try bridge.object().call("ListSources").first?.elements ?? []
            return sources.compactMap(\.entries).first { $0["Source"] == "browsers" }
        }
        #expect(try line()?["State"] == "absent")
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bridge.stage.bus.address]
            .merging(bridge.session.withoutSound) { $1 }
        let host = try HostProcess(environment: environment)
        try host.greet()
        try host.tell(held: true)
        try bridge.waitForCall("held")
        #expect(
            try line() == [
                "Source": "browsers", "State": "present", "Count": .uint32(1),
                "Providers": .strings(["org.chromium.Chromium.profile-0123abcd"]),
            ])
        host.process.closeInput()
        try bridge.waitUntilNoCall()
        try host.process.waitForExit()
        try bridge.program.set("[Sources]\nbrowsers=off\n")
        let deadline = Deadline()
        while try line()?["State"] != "off" {
            guard !deadline.hasPassed else { throw SupportError("the source is not off: \(bridge.log)") }
        }
    }

    @Test func `Without a bridge the command says how to start it`() throws {
        let bridge = try BridgeUnderTest()
        try bridge.crash()
        let result = try bridge.monkeycall("bridges")
        #expect(result.status == .exited(69))
        #expect(result.errors.contains("systemctl --user enable --now monkeycall-bridge"))
    }

    @Test func `A source that the user turns off leaves its calls alone, and comes back`() throws {
        let bridge = try BridgeUnderTest()
        let object = try bridge.calls.ring()
        let call = try bridge.waitForCall("incoming")
        try bridge.shell.ask("Answer", call)
        try bridge.waitForCall("active")
        try bridge.program.set("[Sources]\ngnome-calls=off\n")
        try bridge.waitForProviders([])
        try bridge.waitUntilNoCall()
        #expect(try bridge.calls.state(of: object) == 1)
        #expect(try bridge.sources()["State"] == "off")
        try bridge.program.set("[Sources]\ngnome-calls=on\n")
        try bridge.waitForCall("active") { $0["HasAudio"] == true }
        #expect(try bridge.calls.state(of: object) == 1)
    }

    @Test func `A mistake in the settings is logged, and the earlier settings still apply`() throws {
        let bridge = try BridgeUnderTest()
        try bridge.program.set("[Sources]\ngnome-calls=perhaps\n")
        _ = try bridge.program.process.waitForLine(of: .error) {
            $0.contains("bridge.conf:2 message=gnome-calls= has a wrong value.")
        }
        _ = try bridge.calls.ring()
        try bridge.waitForCall("incoming")
    }

    @Test func `A second bridge of the user ends, so no call is listed twice`() throws {
        let bridge = try BridgeUnderTest()
        let second = try bridge.program.another()
        #expect(try second.waitForExit() == .exited(1))
        #expect(second.text(of: .error).contains("Another process owns the name org.monkeycall.Bridge"))
    }

    @Test func `A bridge that loses its bus exits with an error, so that systemd starts it again`() throws {
        let bridge = try BridgeUnderTest()
        bridge.session.stop()
        #expect(try bridge.program.process.waitForExit() == .exited(1))
    }

    @Test func `Telephone calls are left to the modem service of the system while it has a provider`() throws {
        let bridge = try BridgeUnderTest(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        let modem = try bridge.stage.app("Modem")
        try bridge.waitForProviders(["org.gnome.Calls.SIP"])
        let object = try bridge.calls.ring()
        try bridge.calls.press("Accept", object)
        try bridge.calls.waitForState(1, of: object)
        try modem.actor.call("InvalidateProvider", "org.example.Modem")
        try bridge.waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
        // The ignored call goes on, and no other provider has it now.
        try bridge.waitForCall("active") { $0["Provider"] == "org.gnome.Calls" && $0["HasAudio"] == true }
        #expect(try bridge.shell.call("ListEndedCalls").first?.elements?.isEmpty == true)
        try bridge.calls.press("Hangup", object)
        try bridge.waitUntilNoCall()
    }

    @Test(arguments: [false, true])
    func `A telephone call leaves the registry when the modem service comes, and goes on`(isAnswered: Bool) throws {
        let bridge = try BridgeUnderTest(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        let object = try bridge.calls.ring()
        let call = try bridge.waitForCall("incoming")
        if isAnswered {
            try bridge.shell.ask("Answer", call)
            try bridge.waitForCall("active")
        }
        _ = try bridge.stage.app("Modem")
        try bridge.waitForProviders(["org.gnome.Calls.SIP"])
        try bridge.waitUntilNoCall()
        // Not a missed one.
        #expect(try bridge.endedReasons(of: call) == ["answered-elsewhere"])
        // The bridge has asked GNOME Calls for nothing, and is told of its next call.
        let next = try bridge.calls.ring()
        try bridge.calls.press("Hangup", next)
        #expect(try bridge.calls.state(of: object) == (isAnswered ? 1 : 5))
        #expect(try bridge.list().isEmpty)
    }

    /// The registry cannot know that the modem's call is the same one.
    @Test func `A call that was held for a telephone call stays held when the modem service takes that call over`()
        throws
    {
        let bridge = try BridgeUnderTest(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        let app = try bridge.stage.app("Phone")
        try app.activeCall("A")
        let object = try bridge.calls.ring()
        try bridge.wait(for: "the second call") { try bridge.list().count == 2 }
        try bridge.calls.press("Accept", object)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try bridge.waitForState("held", of: "A")
        #expect(try bridge.shell.property("HeldFor", of: "A") != "")
        let modem = try bridge.stage.app("Modem")
        try bridge.waitForProviders(["org.gnome.Calls.SIP"])
        try modem.goOn("B")
        try bridge.wait(for: "the modem's call") { try bridge.shell.property("HasAudio", of: "B") == true }
        #expect(try bridge.list().count == 2)
        #expect(try bridge.shell.property("State", of: "A") == "held")
        #expect(try bridge.shell.property("HeldFor", of: "A") == "")
        #expect(try bridge.calls.state(of: object) == 1)
    }

    @Test func `A modem's call for which the registry ends the same telephone call is not hung up`() throws {
        let bridge = try BridgeUnderTest(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        let object = try bridge.calls.ring()
        try bridge.shell.ask("Answer", bridge.waitForCall("incoming"))
        try bridge.waitForCall("active")
        // The bridge finds the end in one of its queues, and the modem in another one.
        bridge.program.process.send(signal: SIGSTOP)
        let modem = try bridge.stage.app("Modem")
        try modem.goOn("B", ["State": "held"])
        try modem.actor.ask("SetHeld", "B", false)
        try bridge.wait(for: "the end") { try bridge.list().contains { $0["State"] == "ending" } }
        bridge.program.process.send(signal: SIGCONT)
        try modem.fulfill(after: "PerformSetHeldCallAction")
        try bridge.waitForCall("active") { $0["Provider"] == "org.example.Modem" && $0["HasAudio"] == true }
        try bridge.waitForProviders(["org.gnome.Calls.SIP"])
        let next = try bridge.calls.ring()
        try bridge.calls.press("Hangup", next)
        #expect(try bridge.calls.state(of: object) == 1)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// What the dummy backend of GNOME Calls has not: a stand-in with the same objects.
@Suite(.daemonLogs)
struct StandInTests {
    let bridge: BridgeUnderTest

    init() throws {
        bridge = try BridgeUnderTest(keepsState: true)
        try bridge.calls.crash()
        try bridge.waitForProviders([])
    }

    /// Starts the stand-in, and waits until it has the name.
    private func start(_ program: String = "/usr/bin/python3", _ arguments: String...) throws -> ChildProcess {
        let script = try Repository.file("Tests/Daemon/OnSystemd/gnome_calls.py").path
        let process = try ChildProcess(
            [program, script] + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bridge.session.address])
        try bridge.calls.client.waitForName(GnomeCallsProgram.name)
        return process
    }

    private func startSIP() throws -> ChildProcess { try start("/usr/bin/python3", "sip", "sip:ada@example.org") }

    @Test func `A SIP call has its address, and the provider for SIP`() throws {
        let process = try startSIP()
        try bridge.waitForCall("active") {
            $0["Provider"] == "org.gnome.Calls.SIP" && $0["RemoteHandle"] == .tuple("generic", "ada@example.org")
                && $0["HasAudio"] == true
        }
        try process.kill9()
        try bridge.waitUntilNoCall()
    }

    @Test func `A SIP call is listed without its name if the name has a character that the bus library refuses`() throws
    {
        let process = try start("/usr/bin/python3", "sip", "sip:ada@example.org", "Eve\u{FFFF}")
        try bridge.waitForCall("active") {
            $0["Provider"] == "org.gnome.Calls.SIP" && $0["RemoteHandle"] == .tuple("generic", "ada@example.org")
                && ($0["LocalizedCallerName"]?.string ?? "").isEmpty
        }
        try process.kill9()
        try bridge.waitUntilNoCall()
    }

    /// The shell mutes the streams of GNOME Calls, so only the kept state of the service tells that the call is muted.
    @Test(arguments: Crash.allCases)
    func `A muted SIP call is listed once after any crash, and is muted only if the service keeps its state`(
        _ crash: Crash
    ) throws {
        let ada = "ada@example.org"
        try bridge.shell.call("Subscribe")
        var process = try startSIP()
        try bridge.expect([ada: "active"])
        try bridge.shell.call("SetShellState", ["MutesStreams": true])
        try bridge.ask("SetMuted", ada, true)
        try bridge.wait(forProperty: "Muted", of: ada, true)
        if crash == .source {
            try process.kill9()
            try bridge.expect([:])
            process = try startSIP()
        } else {
            try bridge.suffer(crash)
        }
        try bridge.expect([ada: "active"])
        try bridge.wait(forProperty: "HasAudio", of: ada, true)
        let isMuted = crash == .service
        #expect(try bridge.property("Muted", of: ada) == .bool(isMuted))
        try bridge.ask("SetMuted", ada, .bool(!isMuted))
        try bridge.wait(forProperty: "Muted", of: ada, .bool(!isMuted))
        try process.kill9()
        try bridge.expect([:])
        try bridge.expectEnds(crash == .source ? 2...2 : 1...1)
    }

    @Test func `A program of this project that has the name of GNOME Calls is left alone`() throws {
        let own = bridge.session.directory.url.appendingPathComponent("monkeycall-phone")
        // Another process writes the file: a program that this one starts at the same time would inherit the open file,
        // and the copy could not be run.
        #expect(try ChildProcess.run(["cp", "/usr/bin/python3", own.path]).status == .exited(0))
        let process = try start(own.path)
        // The bus has told the bridge of the new owner before this question.
        #expect(try bridge.sources()["State"] == "absent")
        try process.kill9()
        try bridge.calls.client.waitForName(GnomeCallsProgram.name, owned: false)
        // Another program with the same calls is carried.
        let other = try start()
        try bridge.waitForCall("active")
        #expect(try bridge.sources()["State"] == "present")
        try other.kill9()
    }
}

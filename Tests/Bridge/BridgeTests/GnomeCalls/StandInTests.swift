// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// What the dummy backend of GNOME Calls has not: a stand-in with the same objects.
@Suite(.daemonLogs)
struct StandInTests {
    private let standIn: StandIn
    private var bridge: BridgeUnderTest { standIn.bridge }

    init() throws { standIn = try StandIn() }

    @Test func `A SIP call has its address, and the provider for SIP`() throws {
        let process = try standIn.startSIP()
        try bridge.waitForCall("active") {
            $0["Provider"] == "org.gnome.Calls.SIP" && $0["RemoteHandle"] == .tuple("generic", "ada@example.org")
                && $0["HasAudio"] == true
        }
        try process.kill9()
        try bridge.waitUntilNoCall()
    }

    @Test func `A SIP call is listed without its name if the name has a character that the bus library refuses`() throws
    {
        let process = try standIn.start("/usr/bin/python3", "sip", "sip:ada@example.org", "Eve\u{FFFF}")
        try bridge.waitForCall("active") {
            $0["Provider"] == "org.gnome.Calls.SIP" && $0["RemoteHandle"] == .tuple("generic", "ada@example.org")
                && ($0["LocalizedCallerName"]?.string ?? "").isEmpty
        }
        try process.kill9()
        try bridge.waitUntilNoCall()
    }

    @Test func `A program of this project that has the name of GNOME Calls is left alone`() throws {
        let own = bridge.session.directory.url.appendingPathComponent("monkeycall-phone")
        // Another process writes the file: a program that this one starts at the same time would inherit the open file,
        // and the copy could not be run.
        #expect(try ChildProcess.run(["cp", "/usr/bin/python3", own.path]).status == .exited(0))
        let process = try standIn.start(own.path)
        // The bus has told the bridge of the new owner before this question.
        #expect(try bridge.sources()["State"] == "absent")
        try process.kill9()
        try bridge.calls.client.waitForName(GnomeCallsProgram.name, owned: false)
        // Another program with the same calls is carried.
        let other = try standIn.start()
        try bridge.waitForCall("active")
        #expect(try bridge.sources()["State"] == "present")
        try other.kill9()
    }
}

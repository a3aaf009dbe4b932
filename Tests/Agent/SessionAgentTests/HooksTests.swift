// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The agent runs real programs of the user. The bus has no systemd, so they are process groups of the agent.
struct HooksTests {
    let desktop: Desktop
    /// Prints what the programs write into a pipe.
    let reader: ChildProcess
    private let pipe: String

    init() throws {
        desktop = try Desktop()
        pipe = desktop.bus.directory.url.appendingPathComponent("told").path
        guard mkfifo(pipe, 0o600) == 0 else { throw SupportError.system("mkfifo") }
        // It is a writer too, so that the pipe does not end.
        reader = try ChildProcess(["/bin/sh", "-c", "exec cat <>'\(pipe)'"])
    }

    /// Makes a program of the user. `$TOLD` in its lines is the pipe.
    private func hook(_ name: String, _ lines: String) throws {
        let folder = desktop.settings.deletingLastPathComponent().appendingPathComponent("hooks")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for path in [folder.path, folder.deletingLastPathComponent().path] { #expect(chmod(path, 0o755) == 0) }
        let inside = folder.path.dropFirst(desktop.bus.directory.url.path.count + 1)
        try desktop.bus.directory.writeScript("TOLD='\(pipe)'\n\(lines)", to: "\(inside)/\(name)")
    }

    private func told() throws -> (event: String, call: [String: Any]) {
        let line = try reader.waitForLine()
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let call = try JSONSerialization.jsonObject(with: Data((parts.count > 1 ? parts[1] : "{}").utf8))
        return (parts[0], try #require(call as? [String: Any]))
    }

    private static let tell = #"read -r call && printf '%s %s\n' "$1" "$call" >"$TOLD""#

    @Test func `Programs learn what happens to a call, one after the other, and nothing of it is in their environment`()
        throws
    {
        try hook("tell", Self.tell)
        try hook("variables", #"env | grep -c -F -e +4930123456 >"$TOLD""#)
        try desktop.set("[Calls]\nHooks=yes\n")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        let ringing = try told()
        #expect(ringing.event == "ringing" && ringing.call["State"] as? String == "incoming")
        #expect(ringing.call["RemoteHandle"] as? [String] == ["phone-number", "+4930123456"])
        #expect(try told().event == "0")
        try app.type("answer")
        #expect(try told().event == "answered")
        #expect(try told().event == "0")
        try app.type("remote-end")
        let ended = try told()
        #expect(ended.event == "ended" && ended.call["EndedReason"] as? String == "remote-ended")
        #expect(ended.call["UUID"] as? String == ringing.call["UUID"] as? String)
        #expect(try told().event == "0")
        try app.type("incoming bob Bob")
        for event in ["ringing", "0"] { #expect(try told().event == event) }
        try app.type("remote-end")
        for event in ["missed", "0", "ended", "0"] { #expect(try told().event == event) }
    }

    @Test func `No program runs for a test call`() throws {
        try hook("tell", Self.tell)
        try desktop.set("[Calls]\nHooks=yes\n")
        try desktop.startAgent()
        let echo = Provider(try desktop.stage.actor("echo"), "org.monkeycall.Echo")
        try echo.register()
        try echo.activeCall("A")
        try echo.reportEnded("A")
        let app = try desktop.app()
        try app.type("incoming bob Bob")
        let first = try told()
        #expect(first.event == "ringing" && first.call["LocalizedCallerName"] as? String == "Bob")
    }

    @Test func `No program runs before the user wants it, and none for a call that a filter refuses`() throws {
        try hook("tell", Self.tell)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try app.type("remote-end")
        try app.expect("ended")
        try desktop.killAgent()
        try desktop.set("[Calls]\nHooks=yes\n")
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        try app.type("incoming bob Bob")
        #expect(try app.expect("ended").contains("refused"))
        try agent.setDoNotDisturb(false)
        try agent.expect(doNotDisturb: "")
        try app.type("incoming carol Carol")
        let first = try told()
        #expect(first.event == "ringing" && first.call["RemoteHandle"] as? [String] == ["generic", "carol"])
    }

    @Test func `Sixteen programs wait at most, and the others are left out`() throws {
        let names = (10..<30).map(String.init)
        for name in names { try hook(name, #"echo "${0##*/}" >"$TOLD""#) }
        try desktop.set("[Calls]\nHooks=yes\n")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        for name in names.prefix(16) { #expect(try told().event == name) }
        try app.type("answer")
        for name in names.prefix(16) { #expect(try told().event == name) }
        let agent = try #require(desktop.agent)
        _ = try agent.waitForLine(of: .error) { $0.contains("too many wait") }
    }

    @Test func `A program that leaves a child behind ends with it after its time, and the next one runs`() throws {
        guard mkfifo(pipe + ".child", 0o600) == 0 else { throw SupportError.system("mkfifo") }
        // It ends when the child does.
        let child = try ChildProcess(["/bin/cat", pipe + ".child"])
        try hook("linger", #"[ "$1" != ringing ] || sleep 1000 >"$TOLD.child" & echo "$1" >"$TOLD""#)
        try desktop.set("[Calls]\nHooks=yes\n")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        #expect(try told().event == "ringing")
        try app.type("answer")
        #expect(try told().event == "answered")
        #expect(try child.waitForExit() == .exited(0))
    }
}

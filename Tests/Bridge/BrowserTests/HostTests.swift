// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The host serves pages with meetings.
struct HostTests {
    @Test(arguments: SoundServer.Kind.allCases)
    func `A page has a call as soon as its browser records a microphone, and not by another program's recording`(
        _ kind: SoundServer.Kind
    ) throws {
        let scene = try HostScene(kind)
        let host = try scene.host()
        try host.greet()
        try host.tell(title: "Stand-up")
        let monitor = try scene.record("speaker.monitor")
        // The first answer of the host comes after its look at the sound server.
        try host.tell(2, call: "held", title: "Held", held: true)
        try scene.watch.meeting("held")
        #expect(try scene.watch.calls().count == 1)
        let recorder = try scene.record()
        try scene.watch.meeting("active") { $0["LocalizedCallerName"]?.string == "Stand-up" }
        withExtendedLifetime((monitor, recorder)) {}
    }

    @Test func `The service holds, mutes and ends the call of a page, and waits for the page each time`() throws {
        let scene = try HostScene()
        let host = try scene.host()
        let recorder = try scene.record()
        try host.greet()
        try host.tell()
        let call = scene.watch.client.call(try scene.watch.meeting("active"))
        try call.call("SetHeld", true)
        #expect(try host.next() == ["type": "set", "tab": 1, "held": true, "muted": false])
        #expect(try call.get("State") == "active")
        try host.tell(held: true)
        try scene.watch.meeting("held")
        try call.call("SetHeld", false)
        #expect(try host.next() == ["type": "set", "tab": 1, "held": false, "muted": false])
        try host.tell()
        try scene.watch.meeting("active")
        try call.call("SetMuted", true)
        #expect(try host.next() == ["type": "set", "tab": 1, "held": false, "muted": true])
        try host.tell(muted: true)
        try scene.watch.meeting("active") { $0["Muted"]?.bool == true }
        try call.call("End")
        #expect(try host.next() == ["type": "end", "tab": 1])
        try host.send(["type": "left", "tab": 1])
        try scene.watch.noMeeting()
        withExtendedLifetime(recorder) {}
    }

    @Test func `A call that was held for a meeting resumes when the page leaves the meeting`() throws {
        let scene = try HostScene()
        let phone = try scene.stage.app("Phone")
        try phone.activeCall("A")
        let host = try scene.host()
        let recorder = try scene.record()
        try host.greet()
        try host.tell()
        try phone.fulfill(after: "PerformSetHeldCallAction")
        try scene.watch.meeting("active")
        try host.send(["type": "left", "tab": 1])
        try phone.fulfill(after: "PerformSetHeldCallAction")
        try scene.watch.wait { $0[UUIDs.text("A")]?["State"]?.string == "active" }
        withExtendedLifetime(recorder) {}
    }

    @Test func `A meeting ends no other call: it is listed as held, and the page is told to be silent`() throws {
        let scene = try HostScene()
        let phone = try scene.stage.app("Phone")
        try phone.activeCall("A", ["SupportsHolding": false])
        let host = try scene.host()
        let recorder = try scene.record()
        try host.greet()
        try host.tell()
        #expect(try host.next() == ["type": "set", "tab": 1, "held": true, "muted": false])
        try scene.watch.meeting("held")
        #expect(try scene.watch.calls()[UUIDs.text("A")]?["State"]?.string == "active")
        withExtendedLifetime(recorder) {}
    }

    @Test func `The calls end when the browser closes the pipe, and so does the host`() throws {
        let scene = try HostScene()
        let host = try scene.host()
        try host.greet()
        try host.tell(held: true)
        try scene.watch.meeting("held")
        host.process.closeInput()
        #expect(try host.process.waitForExit() == .exited(0))
        try scene.watch.noMeeting()
    }

    @Test func `The host tells the extension that the user has turned the calls of browsers off, and ends`() throws {
        let scene = try HostScene()
        let folder = scene.sound.environment["XDG_CONFIG_HOME", default: ""] + "/monkeycall"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[Sources]\nbrowsers=off\n".write(toFile: folder + "/bridge.conf", atomically: true, encoding: .utf8)
        let host = try scene.host()
        try host.send(["type": "hello", "browser": "Chromium", "profile": "0123abcd"])
        #expect(try host.next() == ["type": "off"])
        #expect(try host.process.waitForExit() == .exited(0))
        // A mistake turns nothing off.
        try "[Sources]\nbrowsers=maybe\n".write(toFile: folder + "/bridge.conf", atomically: true, encoding: .utf8)
        let next = try scene.host()
        try next.greet()
        try next.tell(held: true)
        try scene.watch.meeting("held")
        #expect(next.process.text(of: .error).contains("bridge.conf:2 message=browsers= has a wrong value."))
    }

    @Test func `An unknown message is ignored, and its text is not in the log`() throws {
        let scene = try HostScene()
        let host = try scene.host()
        try host.greet()
        try host.send(Array(#"{"type": "secret words"}"#.utf8))
        try host.send([0xFF, 0x00])
        try host.tell(held: true)
        try scene.watch.meeting("held")
        host.process.closeInput()
        try host.process.waitForExit()
        let log = host.process.text(of: .error)
        #expect(log.contains("unknown message; ignored bytes=24") && !log.contains("secret"))
    }

    @Test func `A message that is too long ends the host`() throws {
        let scene = try HostScene()
        let host = try scene.host()
        try host.greet()
        try host.process.write([255, 255, 255, 127])
        #expect(try host.process.waitForExit() == .exited(1))
        #expect(host.process.text(of: .error).contains("2147483647 bytes"))
    }

    @Test(arguments: [[], ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"], ["/x.json", "other@example.org"]])
    func `The host serves no other extension`(_ arguments: [String]) throws {
        let host = try HostProcess(arguments, environment: [:])
        #expect(try host.process.waitForExit() != .exited(0))
        #expect(host.process.text(of: .error).contains("started by a browser"))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The real host and the real service. The test is a browser that does not read what the host writes.
struct PausedBrowserTests {
    private let scene: HostScene
    private let host: HostProcess

    init() throws {
        scene = try HostScene()
        host = try HostProcess(environment: scene.sound.environment, isPaused: true)
        try host.send(["type": "hello", "browser": "Chromium", "profile": "0123abcd"])
    }

    @Test func `A browser that pauses holds nothing up, and hears all orders in their order afterwards`() throws {
        try host.tell(held: true)
        let first = try scene.watch.meeting("held")
        try scene.watch.client.call(first).call("SetMuted", true)
        try host.tell(2, call: "c2", title: "Retrospective", held: true)
        let second = try scene.watch.meeting("held") { $0["LocalizedCallerName"] == "Retrospective" }
        try scene.watch.client.call(second).call("End")
        #expect(try host.next() == [:])
        #expect(try host.next() == ["type": "ready"])
        #expect(try host.next() == ["type": "set", "tab": 1, "held": true, "muted": true])
        #expect(try host.next() == ["type": "end", "tab": 2])
        try host.tell(held: true, muted: true)
        try scene.watch.meeting("held") { $0["Muted"] == true }
    }

    @Test func `The host and its calls end when too many orders wait for a browser that does not read`() throws {
        try host.tell(held: true)
        let call = scene.watch.client.call(try scene.watch.meeting("held"))
        // One program may let 64 requests wait, so others ask for the rest. The host may end before it hears the last
        // one.
        for number in 1...50 { _ = try? call.call("SetMuted", .bool(!number.isMultiple(of: 2))) }
        for number in 51...100 {
            _ = try? ChildProcess.run([
                "busctl", "--address=\(scene.stage.bus.address)", "call", call.destination, call.path, call.interface,
                "SetMuted", "b", number.isMultiple(of: 2) ? "false" : "true",
            ])
        }
        #expect(try host.process.waitForExit() == .exited(1))
        #expect(host.process.text(of: .error).contains("does not read"))
        try scene.watch.noMeeting()
    }
}

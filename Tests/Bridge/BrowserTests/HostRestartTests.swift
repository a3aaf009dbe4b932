// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The service or the host is killed during a meeting, or the browser closes the pipe, as it does when it ends. The
/// test is the browser; ``BrowserRestartTests`` kills real ones.
struct HostRestartTests {
    /// What the meeting does then. It has no other states: its page connects it before the host hears of it.
    enum Moment: CaseIterable, Sendable {
        case active
        case held
        case muted
        /// The page was asked to leave, and has not left.
        case ending
    }

    private let scene: HostTests.Scene

    init() throws { scene = try HostTests.Scene() }

    @Test(arguments: Moment.allCases, Crash.allCases)
    func `A meeting is listed once in every state when the service or the host is killed or the pipe closes`(
        _ moment: Moment, _ crash: Crash
    ) throws {
        let recorder = try scene.record()
        var host = try scene.host()
        try host.greet()
        try host.tell()
        let meeting = try scene.watch.meeting("active")
        try bring(meeting, to: moment, host)
        switch crash {
        case .service: try scene.stage.restart()
        case .serviceWithoutState:
            try scene.stage.restartWithoutState()
            try scene.watch.client.subscribe()
        case .bridge:
            try host.process.kill9()
            try scene.watch.noMeeting()
            host = try scene.host()
            try host.greet()
            try host.tell(held: moment == .held, muted: moment == .muted, again: true)
            if moment != .held { try resume(host, muted: moment == .muted) }
        case .source:
            host.process.closeInput()
            try scene.watch.noMeeting()
            return try expectOneEnd(of: meeting)
        }

        if let state = state(moment, crash) {
            #expect(try scene.watch.meeting(state) { $0["Muted"] == .bool(moment == .muted) } == meeting)
            #expect(try scene.watch.calls().count == 1)
            if state != "ending" {
                try scene.watch.client.call(meeting).call("End")
                #expect(try host.next() == ["type": "end", "tab": 1])
            }
        }
        try host.send(["type": "left", "tab": 1])
        try scene.watch.noMeeting()
        if state(moment, crash) != nil { try expectOneEnd(of: meeting) }
        withExtendedLifetime(recorder) {}
    }

    private func bring(_ meeting: String, to moment: Moment, _ host: HostProcess) throws {
        let call = scene.watch.client.call(meeting)
        switch moment {
        case .active: break
        case .held:
            try call.call("SetHeld", true)
            #expect(try host.next() == ["type": "set", "tab": 1, "held": true, "muted": false])
            try host.tell(held: true)
            try scene.watch.meeting("held")
        case .muted:
            try call.call("SetMuted", true)
            #expect(try host.next() == ["type": "set", "tab": 1, "held": false, "muted": true])
            try host.tell(muted: true)
            try scene.watch.meeting("active") { $0["Muted"] == true }
        case .ending:
            try call.call("End")
            #expect(try host.next() == ["type": "end", "tab": 1])
        }
    }

    /// A meeting that goes on counts as held until there is room for it, so its page is silent for a moment.
    private func resume(_ host: HostProcess, muted: Bool) throws {
        for held in [true, false] {
            #expect(try host.next() == ["type": "set", "tab": 1, "held": held, "muted": muted])
            try host.tell(held: held, muted: muted)
        }
    }

    /// The state in the registry afterwards; nil = the host lives and waits for the page to leave, so it does not list
    /// the meeting for a service without its state.
    private func state(_ moment: Moment, _ crash: Crash) -> String? {
        switch (moment, crash) {
        case (.active, _), (.muted, _), (.ending, .bridge), (.ending, .source): "active"
        case (.held, _): "held"
        case (.ending, .service): "ending"
        case (.ending, .serviceWithoutState): nil
        }
    }

    private func expectOneEnd(of meeting: String) throws {
        let ended = try scene.watch.client.manager.call("ListEndedCalls").first?.elements ?? []
        #expect(ended.map { $0["Call"]?.string } == [meeting])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The service or the host is killed during a meeting, or the browser closes the pipe, as it does when it ends. The
/// test is the browser.
final class HostMeeting: RestartScene {
    private let scene: HostScene
    private let killed: Killed
    private let moment: CallMoment
    private let recorder: ChildProcess
    private var host: HostProcess
    /// The id of its call.
    private var meeting = ""

    init(_ killed: Killed, _ moment: CallMoment) throws {
        self.killed = killed
        self.moment = moment
        scene = try HostScene()
        recorder = try scene.record()
        host = try scene.host()
        try host.greet()
    }

    // MARK: How it begins

    func begin() throws {
        try host.tell()
        meeting = try scene.watch.meeting("active")
        let call = scene.watch.client.call(meeting)
        switch moment {
        case .ringing, .dialing: throw SupportError("a page connects a meeting before the host hears of it")
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
        // The page was asked to leave, and has not left.
        case .ending:
            try call.call("End")
            #expect(try host.next() == ["type": "end", "tab": 1])
        }
    }

    func kill() throws {
        switch killed {
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
            if moment != .held { try resume() }
        case .neighbour: host.process.closeInput()
        }
    }

    /// A meeting that goes on counts as held until there is room for it, so its page is silent for a moment.
    private func resume() throws {
        let isMuted = moment == .muted
        for held in [true, false] {
            #expect(try host.next() == ["type": "set", "tab": 1, "held": held, "muted": isMuted])
            try host.tell(held: held, muted: isMuted)
        }
    }

    // MARK: What is true then

    /// The state in the registry afterwards; nil = the host lives and waits for the page to leave, so it does not list
    /// the meeting for a service without its state, or the browser has ended.
    private var state: String? {
        switch (moment, killed) {
        case (_, .neighbour), (.ending, .serviceWithoutState): nil
        case (.held, _): "held"
        case (.ending, .service): "ending"
        case (.ringing, _), (.dialing, _), (.active, _), (.muted, _), (.ending, .bridge): "active"
        }
    }

    func expectCalls() throws {
        guard let state else {
            if killed == .neighbour { try scene.watch.noMeeting() }
            return
        }
        let again = try scene.watch.meeting(state) { $0["Muted"] == .bool(moment == .muted) }
        #expect(again == meeting)
        #expect(try scene.watch.calls().count == 1)
    }

    // MARK: How it ends

    func end() throws {
        if killed == .neighbour { return try expectOneEnd() }
        if let state, state != "ending" {
            try scene.watch.client.call(meeting).call("End")
            #expect(try host.next() == ["type": "end", "tab": 1])
        }
        try host.send(["type": "left", "tab": 1])
        try scene.watch.noMeeting()
        if state != nil { try expectOneEnd() }
    }

    private func expectOneEnd() throws {
        let ended = try scene.watch.client.manager.call("ListEndedCalls").first?.elements ?? []
        let ids = ended.map { $0["Call"]?.string }
        #expect(ids == [meeting])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// A program is killed during a call. The call goes on and is listed once, and so is its end.
final class OneCall: RestartScene {
    private let scene: any BridgedScene
    private let killed: Killed
    private let moment: CallMoment
    private let number: String
    /// That of the call before the crash.
    private var id = ""

    init(_ scene: any BridgedScene, _ killed: Killed, _ moment: CallMoment) {
        self.scene = scene
        self.killed = killed
        self.moment = moment
        number = scene.number
    }

    // MARK: How it begins

    func begin() throws {
        try scene.shell.call("SetShellState", scene.shellState)
        try bring()
        id = try scene.id(number)
    }

    private func bring() throws {
        switch moment {
        case .ringing:
            try scene.ring(from: number)
            try scene.expect([number: "incoming"])
        case .dialing:
            try scene.dial(number)
            try scene.waitUntilDialled(number)
        case .active: try scene.talk(to: number)
        case .held:
            try scene.talkAndHold(number)
            try scene.expect([number: "held"])
        case .muted:
            try scene.talk(to: number)
            try scene.ask("SetMuted", number, true)
            try scene.wait(forProperty: "Muted", of: number, true)
        case .ending:
            try scene.talk(to: number)
            scene.bridge.send(signal: SIGSTOP)
            try scene.ask("End", number)
            try scene.expect([number: "ending"])
        }
    }

    func kill() throws { try scene.suffer(killed) }

    // MARK: What is true then

    /// A bridge that lives performs the end that it was asked for. The next one was not asked.
    private var goesOn: Bool {
        switch (killed, moment) {
        case (.service, .ending), (.serviceWithoutState, .ending): false
        case (.service, _), (.serviceWithoutState, _), (.bridge, _): true
        case (.neighbour, _): scene.memory(of: moment) == .callsAreFound
        }
    }

    private var keepsID: Bool { scene.keepsID(after: killed, moment) }

    func expectCalls() throws {
        guard goesOn else { return try expectOver() }
        try expectAgain()
        let isSame = try scene.id(number) == id
        #expect(isSame == keepsID)
    }

    private func expectAgain() throws {
        switch moment {
        case .ringing: try scene.expect([number: "incoming"], at: [number: "incoming"])
        // GNOME Calls may have connected it meanwhile.
        case .dialing: try scene.wait("the call") { try scene.calls().keys.sorted() == [number] }
        case .active, .muted, .ending: try scene.expect([number: "active"], at: [number: "active"])
        case .held:
            let countsAsHeld = scene.holdsAtSource || killed != .bridge
            try scene.expect([number: countsAsHeld ? "held" : "active"], at: [number: word])
        }
    }

    private func expectOver() throws {
        try scene.expect([:])
        switch (killed, scene.memory(of: moment)) {
        case (.neighbour, .callsAreLost): try scene.waitAtSource(for: [number: word])
        case (.neighbour, _), (.service, _), (.serviceWithoutState, _), (.bridge, _): try scene.waitAtSource(for: [:])
        }
    }

    /// The state at the source.
    private var word: String {
        switch moment {
        case .ringing: "incoming"
        case .dialing: "dialing"
        case .held: scene.holdsAtSource ? "held" : "active"
        case .active, .muted, .ending: "active"
        }
    }

    // MARK: How it ends

    func end() throws {
        guard goesOn else {
            // A service without its state hears of the call only if the end takes longer than the report.
            try scene.expectEnds(killed == .serviceWithoutState ? 0...1 : 1...1)
            // The next life of the source has calls again.
            if killed == .neighbour, scene.memory(of: moment) == .callsEnd { try scene.talk(to: number) }
            return
        }
        // oFono was seen to tell nothing of the connection of a dialled call that it found.
        if killed == .neighbour, moment == .dialing { return }
        try activate()
        try scene.expect([number: "active"], at: [number: "active"])
        try scene.wait(forProperty: "HasAudio", of: number, true)
        #expect(try scene.property("Muted", of: number) == false)
        try scene.ask("End", number)
        try scene.expect([:], at: [:])
        try scene.expectEnds(keepsID ? 1...1 : 2...2)
    }

    private func activate() throws {
        switch moment {
        case .ringing: try scene.ask("Answer", number)
        case .dialing: try scene.connect(number)
        case .held: if try scene.calls() == [number: "held"] { try scene.resume(number) }
        case .muted:
            // Only the kept state tells it: the source has no mute.
            let isMuted = killed == .service
            #expect(try scene.property("Muted", of: number) == .bool(isMuted))
            guard isMuted else { return }
            try scene.ask("SetMuted", number, false)
            try scene.wait(forProperty: "Muted", of: number, false)
        case .active, .ending: break
        }
    }
}

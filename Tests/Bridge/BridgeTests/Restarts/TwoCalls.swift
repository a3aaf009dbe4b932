// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// What a second call does beside an active one when a program is killed.
enum SecondCall: CaseIterable, Sendable {
    /// It rings, and the user has not answered it.
    case waiting
    case held

    /// The same of a call that is alone.
    var moment: CallMoment {
        switch self {
        case .waiting: .ringing
        case .held: .held
        }
    }

    /// Its state in the registry.
    var state: String {
        switch self {
        case .waiting: "incoming"
        case .held: "held"
        }
    }
}

/// A program is killed during two calls. Both go on as before, and each is listed once, and so is its end.
final class TwoCalls: RestartScene {
    private let active = "+493012345"
    private let other = "+493067890"
    private let scene: any BridgedScene
    private let killed: Killed
    private let second: SecondCall
    /// The ids and the commands before the crash.
    private var ids: [String: String] = [:]
    private var commands: [String] = []

    init(_ scene: any BridgedScene, _ killed: Killed, _ second: SecondCall) {
        self.scene = scene
        self.killed = killed
        self.second = second
    }

    private var atSource: [String: String] { [active: "active", other: "\(second)"] }

    /// After a crash ModemManager finds neither call, and both go on at the modem.
    private var areLost: Bool { killed == .neighbour && scene.memory(of: .active) == .callsAreLost }

    /// The first call is active, and the second one waits or is held.
    func begin() throws {
        let (first, last) = second == .held ? (other, active) : (active, other)
        try scene.talk(to: first)
        try scene.ring(from: last)
        try scene.expect([first: "active", last: "incoming"])
        if second == .held { try scene.ask("Answer", last) }
        try scene.expect([active: "active", other: second.state])
        try scene.waitAtSource(for: atSource)
        ids = try [active: scene.id(active), other: scene.id(other)]
        commands = scene.callCommands
    }

    func kill() throws { try scene.suffer(killed) }

    func expectCalls() throws {
        try scene.expect(areLost ? [:] : [active: "active", other: second.state], at: atSource)
        if !areLost { try expectSame() }
        // A bridge that holds and resumes, or a program that hangs up, sends one.
        #expect(scene.callCommands == commands + (killed == .neighbour ? scene.callCommandsAtStart : []))
    }

    private func expectSame() throws {
        try scene.wait(forProperty: "HasAudio", of: active, true)
        for (number, moment) in [(active, .active), (other, second.moment)] as [(String, CallMoment)] {
            let isSame = try scene.id(number) == ids[number]
            #expect(isSame == scene.keepsID(after: killed, moment))
            #expect(try scene.property("Muted", of: number) == false)
        }
    }

    func end() throws {
        if areLost { return try scene.expectEnds(2...2) }
        try swap()
        // A phone talks to the held call then, and a modem does not.
        try scene.ask("End", other)
        try scene.wait("the held call alone") { try scene.calls().keys.sorted() == [active] }
        try scene.ask("End", active)
        try scene.expect([:], at: [:])
        let isNew = [CallMoment.active, second.moment].count { !scene.keepsID(after: killed, $0) }
        try scene.expectEnds((2 + isNew)...(2 + isNew))
    }

    /// The user talks to the second call, so the source holds the first one.
    private func swap() throws {
        switch second {
        case .waiting: try scene.ask("Answer", other)
        case .held: try scene.ask("SetHeld", other, false)
        }
        try scene.expect([active: "held", other: "active"], at: [active: "held", other: "active"])
        try scene.wait(forProperty: "HasAudio", of: other, true)
    }
}

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

/// A scene whose source has several calls.
protocol TwoCallsScene: RestartScene {
    /// The commands that the source sent so far to answer, dial, hold or end calls.
    var callCommands: [String] { get }
    /// Those that its program sends when it starts.
    var callCommandsAtStart: [String] { get }
}

extension TwoCallsScene {
    /// A program is killed during two calls. Both go on as before, and each is listed once, and so is its end.
    func surviveTwoCalls(_ crash: Crash, _ second: SecondCall) throws {
        let (active, other) = ("+493012345", "+493067890")
        try bring(active, other, to: second)
        let atSource = [active: "active", other: "\(second)"]
        try waitAtSource(for: atSource)
        let ids = try [active: id(active), other: id(other)]
        let commands = callCommands
        try suffer(crash)
        if crash == .source, memory(of: .active) == .callsAreLost {
            try expect([:], at: atSource)
            #expect(callCommands == commands + callCommandsAtStart)
            return try expectEnds(2...2)
        }

        try expect([active: "active", other: second.state], at: atSource)
        try wait(forProperty: "HasAudio", of: active, true)
        for (number, moment) in [(active, .active), (other, second.moment)] as [(String, CallMoment)] {
            #expect(try (id(number) == ids[number]) == keepsID(after: crash, moment))
            #expect(try property("Muted", of: number) == false)
        }
        // A bridge that holds and resumes, or a program that hangs up, sends one.
        #expect(callCommands == commands + (crash == .source ? callCommandsAtStart : []))
        try swap(active, other, second)
        try endBoth(active, other)
        let isNew = [CallMoment.active, second.moment].count { !keepsID(after: crash, $0) }
        try expectEnds((2 + isNew)...(2 + isNew))
    }

    /// The first call is active, and the second one waits or is held.
    private func bring(_ active: String, _ other: String, to second: SecondCall) throws {
        let (first, last) = second == .held ? (other, active) : (active, other)
        try talk(to: first)
        try ring(from: last)
        try expect([first: "active", last: "incoming"])
        if second == .held { try ask("Answer", last) }
        try expect([active: "active", other: second.state])
    }

    /// The user talks to the second call, so the source holds the first one.
    private func swap(_ active: String, _ other: String, _ second: SecondCall) throws {
        switch second {
        case .waiting: try ask("Answer", other)
        case .held: try ask("SetHeld", other, false)
        }
        try expect([active: "held", other: "active"], at: [active: "held", other: "active"])
        try wait(forProperty: "HasAudio", of: other, true)
    }

    /// A phone talks to the held call then, and a modem does not.
    private func endBoth(_ held: String, _ active: String) throws {
        try ask("End", active)
        try wait("the held call alone") { try calls().keys.sorted() == [held] }
        try ask("End", held)
        try expect([:], at: [:])
    }
}

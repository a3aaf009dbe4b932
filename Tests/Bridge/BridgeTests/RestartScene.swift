// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// What the call does when a program is killed.
enum CallMoment: CaseIterable, Sendable {
    case ringing
    case dialing
    case active
    case held
    /// Active, and muted by the shell for the source, which has no mute.
    case muted
    /// The bridge has the action that ends it, and has not begun with it.
    case ending
}

/// What a source that was killed knows afterwards.
enum SourceMemory {
    /// Its calls ended with it.
    case callsEnd
    /// The calls go on, and it does not list them.
    case callsAreLost
    case callsAreFound
}

/// A scene in which each program can be killed.
protocol RestartScene: CallScene {
    var stage: Stage { get }
    var bridge: ChildProcess { get }
    func memory(of moment: CallMoment) -> SourceMemory
    /// Whether a held call is held at the source. If not, it only counts as held.
    var holdsAtSource: Bool { get }
    /// Waits until the source calls that number.
    func waitUntilDialled(_ number: String) throws
    /// The other side of a dialled call answers.
    func connect(_ number: String) throws
    /// The source rings, the user answers, and the call becomes a held one.
    func talkAndHold(_ number: String) throws
    func crashBridge() throws
    func startBridge() throws
    func crashSource() throws
    func startSource() throws
}

extension RestartScene {
    /// A program is killed during a call. The call goes on and is listed once, and so is its end.
    func survive(_ crash: Crash, while moment: CallMoment, _ number: String = "+493012345") throws {
        try shell.call("Subscribe")
        try shell.call("SetShellState", .options(Self.shell))
        try bring(number, to: moment)
        let id = try id(number)
        try suffer(crash)
        guard goesOn(after: crash, moment) else { return try expectOver(number, crash, moment) }

        try expectAgain(number, crash, moment)
        let keepsID = keepsID(after: crash, moment)
        #expect(try (self.id(number) == id) == keepsID)
        // oFono was seen to tell nothing of the connection of a dialled call that it found.
        if crash == .source, moment == .dialing { return }
        try activate(number, moment, after: crash)
        try expect([number: "active"], at: [number: "active"])
        try wait(forProperty: "HasAudio", of: number, true)
        #expect(try property("Muted", of: number) == false)
        try ask("End", number)
        try expect([:], at: [:])
        try expectEnds(keepsID ? 1...1 : 2...2)
    }

    /// The shell says that it mutes streams and microphones.
    private static var shell: [String: DBusValue] { ["MutesStreams": true] }

    private func bring(_ number: String, to moment: CallMoment) throws {
        switch moment {
        case .ringing:
            try ring(from: number)
            try expect([number: "incoming"])
        case .dialing:
            try dial(number)
            try waitUntilDialled(number)
        case .active: try talk(to: number)
        case .held:
            try talkAndHold(number)
            try expect([number: "held"])
        case .muted:
            try talk(to: number)
            try ask("SetMuted", number, true)
            try wait(forProperty: "Muted", of: number, true)
        case .ending:
            try talk(to: number)
            bridge.send(signal: SIGSTOP)
            try ask("End", number)
            try expect([number: "ending"])
        }
    }

    /// The program crashes, and another one takes its place.
    func suffer(_ crash: Crash) throws {
        switch crash {
        case .service:
            try stage.restart()
            bridge.send(signal: SIGCONT)
        case .serviceWithoutState:
            try stage.restartWithoutState()
            try shell.call("RegisterShell", "", .options(Self.shell))
            try shell.call("Subscribe")
            bridge.send(signal: SIGCONT)
        case .bridge:
            try crashBridge()
            try startBridge()
        case .source:
            try crashSource()
            bridge.send(signal: SIGCONT)
            try expect([:])
            try startSource()
        }
    }

    /// A bridge that lives performs the end that it was asked for. The next one was not asked.
    private func goesOn(after crash: Crash, _ moment: CallMoment) -> Bool {
        switch (crash, moment) {
        case (.service, .ending), (.serviceWithoutState, .ending): false
        case (.service, _), (.serviceWithoutState, _), (.bridge, _): true
        case (.source, _): memory(of: moment) == .callsAreFound
        }
    }

    /// The next bridge cannot know the id that the registry chose for a dialled call. A call of the next life of the
    /// source has a new one.
    func keepsID(after crash: Crash, _ moment: CallMoment) -> Bool {
        switch (crash, moment) {
        case (.service, _), (.serviceWithoutState, _), (.bridge, .active), (.bridge, .held), (.bridge, .muted),
            (.bridge, .ending), (.bridge, .ringing):
            true
        case (.bridge, .dialing), (.source, _): false
        }
    }

    private func expectOver(_ number: String, _ crash: Crash, _ moment: CallMoment) throws {
        try expect([:])
        let memory = memory(of: moment)
        switch (crash, memory) {
        case (.source, .callsAreLost): try waitAtSource(for: [number: word(for: moment)])
        case (.source, _), (.service, _), (.serviceWithoutState, _), (.bridge, _): try waitAtSource(for: [:])
        }
        // A service without its state hears of the call only if the end takes longer than the report.
        try expectEnds(crash == .serviceWithoutState ? 0...1 : 1...1)
        // The next life of the source has calls again.
        if crash == .source, memory == .callsEnd { try talk(to: number) }
    }

    private func expectAgain(_ number: String, _ crash: Crash, _ moment: CallMoment) throws {
        switch moment {
        case .ringing: try expect([number: "incoming"], at: [number: "incoming"])
        // GNOME Calls may have connected it meanwhile.
        case .dialing: try wait("the call") { try calls().keys.sorted() == [number] }
        case .active, .muted, .ending: try expect([number: "active"], at: [number: "active"])
        case .held:
            let countsAsHeld = holdsAtSource || crash != .bridge
            try expect([number: countsAsHeld ? "held" : "active"], at: [number: word(for: moment)])
        }
    }

    private func activate(_ number: String, _ moment: CallMoment, after crash: Crash) throws {
        switch moment {
        case .ringing: try ask("Answer", number)
        case .dialing: try connect(number)
        case .held: if try calls() == [number: "held"] { try ask("SetHeld", number, false) }
        case .muted:
            // Only the kept state tells it: the source has no mute.
            let isMuted = crash == .service
            #expect(try property("Muted", of: number) == .bool(isMuted))
            guard isMuted else { return }
            try ask("SetMuted", number, false)
            try wait(forProperty: "Muted", of: number, false)
        case .active, .ending: break
        }
    }

    /// The state at the source.
    private func word(for moment: CallMoment) -> String {
        switch moment {
        case .ringing: "incoming"
        case .dialing: "dialing"
        case .held: holdsAtSource ? "held" : "active"
        case .active, .muted, .ending: "active"
        }
    }

    /// Expects that many ends of calls, each of another id.
    func expectEnds(_ count: ClosedRange<Int>) throws {
        let all = try shell.call("ListEndedCalls").first?.elements ?? []
        let ended = all.filter { $0["Provider"]?.string?.hasPrefix("org.example.") == false }
        let ids = ended.map { $0["Call"]?.string ?? "" }
        #expect(count.contains(ids.count) && Set(ids).count == ids.count, "\(ended)")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// What a source that was killed knows afterwards.
enum SourceMemory {
    /// Its calls ended with it.
    case callsEnd
    /// The calls go on, and it does not list them.
    case callsAreLost
    case callsAreFound
}

/// A scene in which each program can be killed.
protocol BridgedScene: CallScene {
    var stage: Stage { get }
    var bridge: ChildProcess { get }
    /// The number that the source calls, or is called from.
    var number: String { get }
    func memory(of moment: CallMoment) -> SourceMemory
    /// Whether a held call is held at the source. If not, it only counts as held.
    var holdsAtSource: Bool { get }
    /// The commands that the source sent so far to answer, dial, hold or end calls, if the scene sees them.
    var callCommands: [String] { get }
    /// Those that its program sends when it starts.
    var callCommandsAtStart: [String] { get }
    /// Waits until the source calls that number.
    func waitUntilDialled(_ number: String) throws
    /// The other side of a dialled call answers.
    func connect(_ number: String) throws
    /// The source rings, the user answers, and the call becomes a held one.
    func talkAndHold(_ number: String) throws
    /// The user resumes a held call.
    func resume(_ number: String) throws
    func crashBridge() throws
    func startBridge() throws
    func crashSource() throws
    func startSource() throws
}

extension BridgedScene {
    var number: String { "+493012345" }

    func resume(_ number: String) throws { try ask("SetHeld", number, false) }

    /// The shell says that it mutes streams and microphones.
    var shellState: DBusValue { .options(["MutesStreams": true]) }

    /// The program crashes, and another one takes its place.
    func suffer(_ killed: Killed) throws {
        switch killed {
        case .service:
            try stage.restart()
            bridge.send(signal: SIGCONT)
        case .serviceWithoutState:
            try stage.restartWithoutState()
            try shell.call("RegisterShell", "", shellState)
            try shell.call("Subscribe")
            bridge.send(signal: SIGCONT)
        case .bridge:
            try crashBridge()
            try startBridge()
        case .neighbour:
            try crashSource()
            bridge.send(signal: SIGCONT)
            try expect([:])
            try startSource()
        }
    }

    /// The next bridge cannot know the id that the registry chose for a dialled call. A call of the next life of the
    /// source has a new one.
    func keepsID(after killed: Killed, _ moment: CallMoment) -> Bool {
        switch (killed, moment) {
        case (.service, _), (.serviceWithoutState, _), (.bridge, .active), (.bridge, .held), (.bridge, .muted),
            (.bridge, .ending), (.bridge, .ringing):
            true
        case (.bridge, .dialing), (.neighbour, _): false
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

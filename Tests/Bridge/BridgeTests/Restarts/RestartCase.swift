// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The program that is killed during a call. Another one takes its place.
enum Killed: CaseIterable, Sendable {
    /// The service, which keeps its state.
    case service
    /// The service, and its state is lost.
    case serviceWithoutState
    /// The program that registers the calls of the source.
    case bridge
    /// The program that has the calls, or drives a modem that has them.
    case neighbour
}

/// What a call does when a program is killed.
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

/// What the calls of a source do when a program is killed.
enum RestartState: CustomStringConvertible, Sendable {
    /// One call, or the first one of several apps.
    case one(CallMoment)
    /// An active call, and a second one.
    case two(SecondCall)
    /// An active call, for which the call of another app is held.
    case holding

    var description: String {
        switch self {
        case .one(let moment): "\(moment)"
        case .two(let second): "active, and another one \(second)"
        case .holding: "active, and that of another app held"
        }
    }

    /// The state of the first call.
    var moment: CallMoment {
        switch self {
        case .one(let moment): moment
        case .two, .holding: .active
        }
    }
}

/// A row of the matrix.
struct RestartCase: Sendable, CustomTestStringConvertible {
    let source: RestartSource
    let killed: Killed
    let state: RestartState

    var testDescription: String { "\(source), \(state), \(killed) killed" }

    static func all(of sources: RestartSource...) -> [RestartCase] {
        sources.flatMap { source in
            source.rows.flatMap { state, killed in
                killed.map { RestartCase(source: source, killed: $0, state: state) }
            }
        }
    }

    func play() throws { try scene().play() }

    private func scene() throws -> any RestartScene {
        switch source {
        case .gnomeCalls: try calls(of: BridgeUnderTest(keepsState: true))
        case .sip: try MutedSipCall(killed)
        case .modemManager: try calls(of: ModemScene(.modemManager, keepsState: true))
        case .ofono: try calls(of: ModemScene(.ofono, keepsState: true))
        case .phone: try calls(of: PhoneScene(keepsState: true))
        case .meeting: try HostMeeting(killed, state.moment)
        case .verifiedApps: try VerifiedApps(killed, .apps, isMuted: state.moment == .muted)
        case .pipeWire: try VerifiedApps(killed, .soundServer, isMuted: state.moment == .muted)
        case .unverifiedApps: try UnverifiedApps(killed, .apps)
        case .pulseAudio: try UnverifiedApps(killed, .soundServer)
        }
    }

    private func calls(of scene: any BridgedScene) throws -> any RestartScene {
        switch (state, killed) {
        case (.one(let moment), _): return OneCall(scene, killed, moment)
        case (.two(let second), _): return TwoCalls(scene, killed, second)
        case (.holding, .bridge): return try HoldingCall(scene)
        case (.holding, .service), (.holding, .serviceWithoutState), (.holding, .neighbour):
            throw SupportError("only the bridge is killed while the call of another app is held")
        }
    }
}

/// The sources of calls, each with the rows that it has in the matrix.
enum RestartSource: Sendable {
    /// With its dummy backend: one number calls, and its calls are those of a modem.
    case gnomeCalls
    /// GNOME Calls with a SIP call.
    case sip
    case modemManager
    case ofono
    /// A phone over Bluetooth.
    case phone
    /// The meeting of a browser.
    case meeting
    /// Apps whose streams PipeWire verifies, in every state at the same time.
    case verifiedApps
    /// The same. The neighbour is the sound server, and all streams end with it.
    case pipeWire
    /// Apps whose streams PulseAudio does not verify, so their calls are only observed.
    case unverifiedApps
    /// The same. The neighbour is the sound server, and all streams end with it.
    case pulseAudio

    /// The states of the calls, and the programs that are killed in each.
    var rows: [(RestartState, [Killed])] {
        switch self {
        case .gnomeCalls: Self.oneCall + Self.holding
        case .modemManager, .ofono, .phone: Self.oneCall + Self.twoCalls + Self.holding
        case .sip: [(.one(.muted), Killed.allCases)]
        // It has no other states: its page connects it before the host hears of it.
        case .meeting: [CallMoment.active, .held, .muted, .ending].map { (.one($0), Killed.allCases) }
        // Only a service with its state remembers that a call was muted, or was not.
        case .verifiedApps: [(.one(.muted), Killed.allCases), (.one(.active), [.service])]
        case .unverifiedApps: [(.one(.active), Killed.allCases)]
        case .pipeWire: [(.one(.muted), [.neighbour])]
        case .pulseAudio: [(.one(.active), [.neighbour])]
        }
    }

    private static var oneCall: [(RestartState, [Killed])] {
        CallMoment.allCases.map { (.one($0), Killed.allCases) }
    }

    private static var twoCalls: [(RestartState, [Killed])] {
        SecondCall.allCases.map { (.two($0), Killed.allCases) }
    }

    private static var holding: [(RestartState, [Killed])] { [(.holding, [.bridge])] }
}

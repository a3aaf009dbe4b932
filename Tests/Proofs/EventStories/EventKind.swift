// SPDX-License-Identifier: MIT

internal import CallCore

/// Every kind of event. This file does not compile if the core has an event that is missing here.
enum EventKind: CaseIterable {
    case register, configure, invalidate
    case reportIncoming, reportExisting, reportUpdated, reportEnded, reportConnecting, reportConnected
    case complete, request, requestStartCall
    case silence, registerShell, setShellState, setRoute
    case registerDirectory, setDirectoryState, answerScreening, identify
    case clientLost, timerFired, sessionActivity, restarted, reset, policyChanged, dateJumped

    /// Each kind once, and the kinds that make long stories several times.
    static let choices: [EventKind] =
        allCases + [.reportIncoming, .reportExisting, .request, .request, .request, .complete, .complete, .complete]
        + [.complete, .timerFired, .reportEnded, .reportUpdated, .answerScreening, .answerScreening]
        + (0..<6).flatMap { _ in frequent }

    private static let frequent: [EventKind] = [
        .reportIncoming, .reportConnected, .reportUpdated, .request, .request, .request, .request, .complete, .complete,
        .complete, .complete, .complete,
    ]

    init(_ event: Event) {
        switch event {
        case .command(let command, _): self.init(command)
        case .clientLost: self = .clientLost
        case .timerFired: self = .timerFired
        case .sessionActivity: self = .sessionActivity
        case .restarted: self = .restarted
        case .reset: self = .reset
        case .policyChanged: self = .policyChanged
        case .dateJumped: self = .dateJumped
        }
    }

    private init(_ command: Command) {
        switch command {
        case .register: self = .register
        case .configure: self = .configure
        case .invalidate: self = .invalidate
        case .reportIncoming: self = .reportIncoming
        case .reportExisting: self = .reportExisting
        case .reportUpdated: self = .reportUpdated
        case .reportEnded: self = .reportEnded
        case .reportConnecting: self = .reportConnecting
        case .reportConnected: self = .reportConnected
        case .complete: self = .complete
        case .request: self = .request
        case .requestStartCall: self = .requestStartCall
        case .silence: self = .silence
        case .registerShell: self = .registerShell
        case .setShellState: self = .setShellState
        case .setRoute: self = .setRoute
        case .registerDirectory: self = .registerDirectory
        case .setDirectoryState: self = .setDirectoryState
        case .answerScreening: self = .answerScreening
        case .identify: self = .identify
        }
    }
}

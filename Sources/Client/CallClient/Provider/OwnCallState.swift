// SPDX-License-Identifier: MIT

import CallInterface

/// How far a call of this program is. Follows from what the program reported and performed, so a restart of the service
/// changes nothing.
package enum OwnCallState: Sendable {
    /// Incoming and not answered, or a start that is accepted and not delivered.
    case idle
    /// The delegate has the start or the answer, and the call has not connected.
    case joining
    case active
    case held
    /// The delegate has an action that ends it.
    case ending
    case ended

    /// `pending`: the actions on the call that the delegate has not completed.
    init(_ call: LiveCall, pending: some Sequence<ActionKind>) {
        if pending.contains(.end) {
            self = .ending
            return
        }
        switch call.state {
        case .incoming: self = pending.contains(.answer) ? .joining : .idle
        case .dialing, .connecting: self = .joining
        case .active: self = .active
        case .held: self = .held
        case .ending: self = .ending
        case .ended: self = .ended
        }
    }
}

/// The states of calls that were told.
struct ToldStates {
    private var states: [CallID: OwnCallState] = [:]

    /// Whether that is news. The end of a call that was never told is none.
    mutating func isNews(_ state: OwnCallState, of call: CallID) -> Bool {
        let before = states[call]
        states[call] = state == .ended ? nil : state
        return state == .ended ? before != nil : state != before
    }
}

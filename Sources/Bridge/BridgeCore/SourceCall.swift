// SPDX-License-Identifier: MIT

package import CallContract

/// A call as its source shows it.
package struct SourceCall: Hashable, Sendable {
    package var state: SourceState
    /// Whether this side placed it.
    package var outgoing: Bool
    /// What the source knows about it. `onHold` stays nil: ``state`` says it.
    package var facts: CallUpdate

    package init(_ state: SourceState, outgoing: Bool, _ facts: CallUpdate = CallUpdate()) {
        (self.state, self.outgoing, self.facts) = (state, outgoing, facts)
    }
}

/// The state of a call of a source.
package enum SourceState: Hashable, Sendable {
    /// It comes in and is not answered, also while another call goes on.
    case incoming
    /// This side calls, and the other side does not ring yet.
    case dialing
    /// The other side rings.
    case alerting
    /// Both sides can talk.
    case active
    /// This side holds the call.
    case held
    /// Over, for that reason as far as the source tells.
    case ended(EndedReason)

    /// Whether the call has connected and is not over; then whether it is held.
    var holding: Bool? {
        switch self {
        case .active: false
        case .held: true
        case .incoming, .dialing, .alerting, .ended: nil
        }
    }
}

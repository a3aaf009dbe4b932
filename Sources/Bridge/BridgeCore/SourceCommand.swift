// SPDX-License-Identifier: MIT

package import CallContract

/// What a source is asked to do. `for` names the action of the registry that is fulfilled by it.
///
/// The table waits for the *state* that the command asks for. The source tells ``BridgeEvent/done(_:)`` only for what
/// leaves no state, and ``BridgeEvent/failed(_:)`` if it refuses the command and the state has not come all the same.
package enum SourceCommand: Hashable, Sendable {
    /// Do not ring in the source itself. Nothing waits for it.
    case silence(SourceKey)
    /// Place a call. The new call of the source fulfils it.
    case dial(StartAction, for: ActionID)
    case answer(SourceKey, for: ActionID)
    case end(SourceKey, for: ActionID)
    case setHeld(SourceKey, Bool, for: ActionID)
    /// Leaves no state: `done` fulfils it.
    case setMuted(SourceKey, Bool, for: ActionID)
    /// Joins the group of another call of the source; nil = leaves the group. `done` fulfils it.
    case setGroup(SourceKey, with: SourceKey?, for: ActionID)
    /// Leaves no state: `done` fulfils it.
    case playTones(SourceKey, String, for: ActionID)

    /// The action that waits for it.
    package var action: ActionID? {
        switch self {
        case .silence: nil
        case .dial(_, let action), .answer(_, let action), .end(_, let action), .setHeld(_, _, let action),
            .setMuted(_, _, let action), .setGroup(_, _, let action), .playTones(_, _, let action):
            action
        }
    }
}

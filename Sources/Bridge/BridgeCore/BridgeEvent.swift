// SPDX-License-Identifier: MIT

package import CallContract

/// What the table of a provider hears.
package enum BridgeEvent: Hashable, Sendable {
    // MARK: From the source

    /// The source lists the call now. `isOld`: it went on before the bridge looked.
    case appeared(SourceKey, SourceCall, isOld: Bool)
    /// The call is as told now. A call that is not in the table is ignored.
    case changed(SourceKey, SourceCall)
    /// The source does not list the call any more, and did not say how it ended.
    case disappeared(SourceKey)
    /// The source has gone, and with it its calls.
    case sourceLost
    /// Another provider of the registry carries the calls of the source, which go on.
    case carriedElsewhere
    /// The source has done what a command asked for. Counts for commands that leave no state.
    case done(ActionID)
    /// The source cannot do what a command asked for.
    case failed(ActionID)

    // MARK: From the registry

    /// Whether a shell is there that rings.
    case hasShell(Bool)
    case perform(BridgeAction)
    /// The registry does not wait for the action any more.
    case timedOut(ActionID)
    /// The registry knows the reported incoming call now.
    case accepted(CallID)
    /// The registry refuses the report of an incoming or existing call.
    case refused(CallID, Refusal)
    /// The registry refuses a request of the table, or could not perform it.
    case requestFailed(CallID, ActionWord)
    /// A shell asks for a call through this provider.
    case startRequested(StartAction)

    /// Why a report is refused.
    package enum Refusal: Hashable, Sendable {
        /// The registry knows the id, or knew it a short time ago.
        case idIsUsed
        case other
    }
}

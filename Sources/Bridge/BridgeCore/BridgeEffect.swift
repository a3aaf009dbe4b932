// SPDX-License-Identifier: MIT

package import CallContract

/// What the table of a provider wants done, in order.
package enum BridgeEffect: Hashable, Sendable {
    /// To the source.
    case command(SourceCommand)
    /// Only for a table that `quietens`: the call counts as held, and the source has not held it. The source makes it
    /// silent in both directions, and shows it as held from then on. Nothing waits for it.
    case quieten(SourceKey)

    // MARK: To the registry

    /// The answer is the event `accepted` or `refused`.
    case reportIncoming(CallID, CallUpdate)
    /// A refusal is the event `refused`.
    case reportExisting(CallID, ExistingCall)
    case reportUpdated(CallID, CallUpdate)
    case reportConnecting(CallID)
    case reportConnected(CallID)
    case reportEnded(CallID, EndedReason)
    case fulfil(BridgeAction)
    case fail(BridgeAction)
    /// The same as any client requests. `perform` follows, or `requestFailed`.
    case request(CallID, ActionKind)
}

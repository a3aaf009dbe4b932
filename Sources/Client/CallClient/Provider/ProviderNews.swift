// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// News of the service for a provider.
package enum ProviderNews: Sendable {
    case didBegin
    case perform(DeliveredAction)
    /// The service refuses a call that goes on. It does not know the call.
    case refused(CallID, BusError)
    case timedOut(ActionID)
    /// The program requested this start or answer, which was accepted and will never be delivered. It is the program's
    /// own object.
    case vanished(any Sendable)
    /// Only if the provider wants to hear it.
    case callChanged(CallID, OwnCallState)
    case didActivate
    case didDeactivate
    case startCallRequested(Handle, StartCallDetails)

    /// Whether the news is that the provider is registered.
    package var isBegin: Bool {
        switch self {
        case .didBegin: true
        case .perform, .refused, .timedOut, .vanished, .callChanged, .didActivate, .didDeactivate, .startCallRequested:
            false
        }
    }
}

// SPDX-License-Identifier: MIT

package import CallInterface

/// News of the service for a provider.
package enum ProviderNews: Sendable {
    case didBegin
    case perform(DeliveredAction)
    case timedOut(ActionID)
    case didActivate
    case didDeactivate
    case startCallRequested(Handle, StartCallDetails)

    /// Whether the news is that the provider is registered.
    package var isBegin: Bool {
        switch self {
        case .didBegin: true
        case .perform, .timedOut, .didActivate, .didDeactivate, .startCallRequested: false
        }
    }
}

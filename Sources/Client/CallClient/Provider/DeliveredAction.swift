// SPDX-License-Identifier: MIT

package import CallInterface
import SDBus

/// An action that the service delivers.
package struct DeliveredAction: Sendable {
    package let action: ActionRecord
    package let transaction: TransactionID
    package let deadline: Time
    /// The requester.
    package let origin: Received<Origin>
    /// With the first action of a transaction: all its actions.
    package let announced: [ActionRecord]
    /// The service was restarted and does not know whether the app got the action, or has completed it.
    let isAgain: Bool
    /// Whether the call is so already. The app need not perform the action.
    package internal(set) var isDone = false

    /// The end of a call that the service refuses. The service does not wait for its fulfilment.
    package init(ending call: CallID) {
        action = ActionRecord(id: .random(), call: call, kind: .end)
        transaction = .random()
        deadline = SystemClock.realtime + 5_000_000
        origin = Received(.system)
        announced = [action]
        isAgain = false
    }

    init?(_ name: SignalName, _ signal: Message) {
        guard let signal = PerformSignal(name, signal), let transaction = signal.details.transaction else { return nil }
        action = ActionRecord(id: signal.action, call: signal.call, kind: signal.kind)
        self.transaction = transaction
        let details = signal.details
        (deadline, origin, isAgain) = (details.deadline, details.origin, details.isAgain)
        announced = details.actions?.compactMap { ActionRecord($0) } ?? [action]
    }
}

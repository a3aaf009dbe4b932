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

    /// The end of a call that the service refuses. The service does not wait for its fulfilment.
    package init(ending call: CallID) {
        action = ActionRecord(id: .random(), call: call, kind: .end)
        transaction = .random()
        deadline = SystemClock.realtime + 5_000_000
        origin = Received(.system)
        announced = [action]
        isAgain = false
    }

    init?(_ signal: SignalName, _ values: [Variant]) {
        guard let action = Request.Item(performing: signal, values).flatMap({ ActionRecord($0) }),
            let details = values.last?.dictionary,
            let transaction = details[.transaction]?.string.flatMap({ TransactionID($0) })
        else { return nil }
        self.action = action
        self.transaction = transaction
        deadline = details.time(.deadline)
        origin = details.word(.origin)
        isAgain = details.flag(.again)
        announced = (details[.actions]?.dictionaries ?? []).compactMap { entry in
            (try? Request.Item(Options(entry))).flatMap { ActionRecord($0) }
        }
    }
}

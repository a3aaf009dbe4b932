// SPDX-License-Identifier: MIT

import CallInterface
package import Foundation
import SDBus

/// An action that the service delivers.
package struct DeliveredAction: Sendable {
    package let action: ActionRecord
    package let transaction: UUID
    package let deadline: Date
    /// The requester, as a word of the contract.
    package let origin: String
    /// With the first action of a transaction: all its actions.
    package let announced: [ActionRecord]

    /// The end of a call that the service refuses. The service does not wait for its fulfilment.
    init(ending call: UUID) {
        action = ActionRecord(uuid: UUID(), call: call, kind: .end)
        transaction = UUID()
        deadline = Date(timeIntervalSinceNow: 5)
        origin = "system"
        announced = [action]
    }

    init?(_ member: String, _ values: [Variant]) {
        guard let action = ActionRecord(performing: member, values), let details = values.last?.dictionary,
            let transaction = details[Key.transaction]?.string.flatMap(UUID.init(uuidString:))
        else { return nil }
        self.action = action
        self.transaction = transaction
        deadline = Date(microseconds: details[Key.deadline]?.uint64 ?? 0)
        origin = details[Key.origin]?.string ?? ""
        announced = details[Key.actions]?.dictionaries?.compactMap { ActionRecord($0) } ?? []
    }
}

// SPDX-License-Identifier: MIT

import CallInterface

/// The last actions that the app has got or completed. After a restart the service asks again for those whose
/// completion may be lost.
struct RecentActions {
    private static let limit = 100
    private var outcomes: [ActionID: ActionOutcome?] = [:]
    private var order: [ActionID] = []

    func contains(_ action: ActionID) -> Bool { outcomes[action] != nil }

    /// How the app completed it; nil if it has not.
    func outcome(of action: ActionID) -> ActionOutcome? { outcomes[action] ?? nil }

    mutating func insert(_ action: ActionID, _ outcome: ActionOutcome? = nil) {
        if outcomes.updateValue(outcome, forKey: action) == nil { order.append(action) }
        if order.count > Self.limit { outcomes[order.removeFirst()] = nil }
    }
}

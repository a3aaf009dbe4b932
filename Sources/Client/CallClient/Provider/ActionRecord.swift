// SPDX-License-Identifier: MIT

package import CallInterface
import SDBus

/// An action of the contract.
package struct ActionRecord: Hashable, Sendable {
    package let id: ActionID
    package let call: CallID
    package let kind: ActionKind

    /// Nil for an action that has no identifier.
    init?(_ item: Request.Item) {
        guard let identifier = item.identifier else { return nil }
        self.init(id: identifier, call: item.call, kind: item.kind)
    }

    package init(id: ActionID, call: CallID, kind: ActionKind) {
        (self.id, self.call, self.kind) = (id, call, kind)
    }

    /// The details of its fulfilment at that time; nil = now.
    func details(_ date: Time?) -> [String: Variant] {
        guard let time = date.map({ Variant.uint64($0) }) else { return [:] }
        return switch kind {
        case .start: [String: Variant]([.dateStarted: time])
        case .answer: [String: Variant]([.dateConnected: time])
        case .end: [String: Variant]([.dateEnded: time])
        case .setHeld, .setMuted, .setGroup, .playDTMF: [:]
        }
    }
}

extension ActionKind {
    /// Whether its call ends when it times out.
    var isFatalByTime: Bool {
        switch self {
        case .start, .answer, .end: true
        case .setHeld, .setMuted, .setGroup, .playDTMF: false
        }
    }
}

/// How a provider completed an action.
package enum ActionOutcome: Sendable {
    /// Done at that time; nil = now.
    case fulfilled(Time?)
    case failed

    /// Whether the action was fulfilled.
    package var isFulfilled: Bool {
        switch self {
        case .fulfilled: true
        case .failed: false
        }
    }
}

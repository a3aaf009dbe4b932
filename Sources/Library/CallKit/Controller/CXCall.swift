// SPDX-License-Identifier: MIT

public import Foundation

/// A call at one moment. Equal by ``uuid``.
open class CXCall: NSObject, @unchecked Sendable {
    /// Identifies the call.
    public let uuid: UUID
    /// True if this side placed the call.
    public let isOutgoing: Bool
    /// True while this side holds the call.
    public let isOnHold: Bool
    /// True once both sides can communicate.
    public let hasConnected: Bool
    /// True once the call is over.
    public let hasEnded: Bool

    init(_ state: CallFacts) {
        uuid = state.uuid
        isOutgoing = state.isOutgoing
        isOnHold = state.isOnHold
        hasConnected = state.hasConnected
        hasEnded = state.hasEnded
    }

    /// Whether both are the same call, by ``uuid``.
    open func isEqual(to call: CXCall) -> Bool { uuid == call.uuid }

    /// The class, the call's ``uuid`` and its state.
    open override var description: String {
        let facts = [
            (isOutgoing, "outgoing"), (isOnHold, "on hold"), (hasConnected, "connected"), (hasEnded, "ended"),
        ]
        return "<\(type(of: self)) \(([uuid.uuidString] + facts.filter(\.0).map(\.1)).joined(separator: ", "))>"
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CXCall).map { isEqual(to: $0) } ?? false }

    open override var hash: Int { uuid.hashValue }
}

/// The facts of a call that every app may know.
struct CallFacts: Hashable, Sendable {
    let uuid: UUID
    var isOutgoing = false
    var isOnHold = false
    var hasConnected = false
    var hasEnded = false
}

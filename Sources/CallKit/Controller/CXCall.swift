// SPDX-License-Identifier: MIT

public import Foundation

/// A call as it was when it was looked at. Equal by ``uuid``.
open class CXCall: NSObject, @unchecked Sendable {
    /// Names the call.
    public let uuid: UUID
    /// True when this side placed the call.
    public let isOutgoing: Bool
    /// True while this side holds it.
    public let isOnHold: Bool
    /// True once both sides could communicate.
    public let hasConnected: Bool
    /// True once over.
    public let hasEnded: Bool

    init(_ state: CallState) {
        uuid = state.uuid
        isOutgoing = state.isOutgoing
        isOnHold = state.isOnHold
        hasConnected = state.hasConnected
        hasEnded = state.hasEnded
    }

    /// Whether both are the same call.
    open func isEqual(to call: CXCall) -> Bool { uuid == call.uuid }

    /// The call's ``uuid`` and how it stands.
    open override var description: String {
        let facts = [
            (isOutgoing, "outgoing"), (isOnHold, "on hold"), (hasConnected, "connected"), (hasEnded, "ended"),
        ]
        return "<\(type(of: self)) \(([uuid.uuidString] + facts.filter(\.0).map(\.1)).joined(separator: ", "))>"
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CXCall).map { isEqual(to: $0) } ?? false }

    open override var hash: Int { uuid.hashValue }
}

/// What anybody may know of a call.
struct CallState: Hashable, Sendable {
    let uuid: UUID
    var isOutgoing = false
    var isOnHold = false
    var hasConnected = false
    var hasEnded = false
}

// SPDX-License-Identifier: MIT

public import Foundation

/// Merges a call with another or takes it out of its group.
open class CXSetGroupCallAction: CXCallAction {
    /// The call leaves its group and joins the group of this call; nil = it is alone then.
    open var callUUIDToGroupWith: UUID?

    /// Creates an action that merges both calls, or takes the call out of its group if the other is nil.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }

    /// Same as ``init(call:callUUIDToGroupWith:)``.
    public convenience init(callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.init(call: callUUID, callUUIDToGroupWith: callUUIDToGroupWith)
    }

    init(uuid: UUID, call callUUID: UUID, callUUIDToGroupWith: UUID?, timeoutDate: Date) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(uuid: uuid, call: callUUID, timeoutDate: timeoutDate)
    }

    override var facts: [String] { super.facts + [callUUIDToGroupWith.map { "with \($0.uuidString)" } ?? "alone"] }

    override func makeCopy() -> CXAction {
        CXSetGroupCallAction(
            uuid: uuid, call: callUUID, callUUIDToGroupWith: callUUIDToGroupWith, timeoutDate: timeoutDate)
    }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        callUUIDToGroupWith = coder.decodeUUID(forKey: "callUUIDToGroupWith")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUIDToGroupWith, forKey: "callUUIDToGroupWith")
    }
}

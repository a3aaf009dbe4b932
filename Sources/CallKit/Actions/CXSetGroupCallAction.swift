// SPDX-License-Identifier: MIT

public import Foundation

/// Merge a call with another, or take it out of its group.
open class CXSetGroupCallAction: CXCallAction {
    /// The call whose group it joins, leaving its own first; nil = it goes private.
    open var callUUIDToGroupWith: UUID?

    /// A merge with that call, or nil to go private.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }

    /// The other spelling of ``init(call:callUUIDToGroupWith:)``.
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

    /// Reads an archived action; nil for anything else.
    public required init?(coder: NSCoder) {
        callUUIDToGroupWith = coder.decodeUUID(forKey: "callUUIDToGroupWith")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUIDToGroupWith, forKey: "callUUIDToGroupWith")
    }
}

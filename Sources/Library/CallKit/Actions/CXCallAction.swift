// SPDX-License-Identifier: MIT

public import Foundation

/// An action on a call.
open class CXCallAction: CXAction {
    /// Identifies the call.
    open private(set) var callUUID: UUID

    /// Creates an action on that call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }

    /// Same as ``init(call:)``.
    public convenience init(callUUID: UUID) { self.init(call: callUUID) }

    init(uuid: UUID, call callUUID: UUID, timeoutDate: Date) {
        self.callUUID = callUUID
        super.init(uuid: uuid, timeoutDate: timeoutDate)
    }

    override var facts: [String] { super.facts + ["call \(callUUID.uuidString)"] }

    override func makeCopy() -> CXAction { CXCallAction(uuid: uuid, call: callUUID, timeoutDate: timeoutDate) }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        guard let callUUID = coder.decodeUUID(forKey: "callUUID") else { return nil }
        self.callUUID = callUUID
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUID, forKey: "callUUID")
    }
}

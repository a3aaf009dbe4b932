// SPDX-License-Identifier: MIT

public import Foundation

/// Puts a call on hold or resumes it.
open class CXSetHeldCallAction: CXCallAction {
    /// True to hold, false to resume.
    open var isOnHold: Bool

    /// Creates an action that holds or resumes that call.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    /// Same as ``init(call:onHold:)``.
    public convenience init(callUUID: UUID, onHold: Bool) {
        self.init(call: callUUID, onHold: onHold)
    }

    init(uuid: UUID, call callUUID: UUID, onHold: Bool, timeoutDate: Date) {
        isOnHold = onHold
        super.init(uuid: uuid, call: callUUID, timeoutDate: timeoutDate)
    }

    override var facts: [String] { super.facts + [isOnHold ? "hold" : "resume"] }

    override func makeCopy() -> CXAction {
        CXSetHeldCallAction(uuid: uuid, call: callUUID, onHold: isOnHold, timeoutDate: timeoutDate)
    }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        isOnHold = coder.decodeBool(forKey: "onHold")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isOnHold, forKey: "onHold")
    }
}

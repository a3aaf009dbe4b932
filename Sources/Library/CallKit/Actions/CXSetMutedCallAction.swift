// SPDX-License-Identifier: MIT

public import Foundation

/// Mutes or unmutes the microphone of a call.
open class CXSetMutedCallAction: CXCallAction {
    /// True to mute, false to unmute.
    open var isMuted: Bool

    /// Creates an action that mutes or unmutes that call.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    /// Same as ``init(call:muted:)``.
    public convenience init(callUUID: UUID, muted: Bool) {
        self.init(call: callUUID, muted: muted)
    }

    init(uuid: UUID, call callUUID: UUID, muted: Bool, timeoutDate: Date) {
        isMuted = muted
        super.init(uuid: uuid, call: callUUID, timeoutDate: timeoutDate)
    }

    override var facts: [String] { super.facts + [isMuted ? "mute" : "unmute"] }

    override func makeCopy() -> CXAction {
        CXSetMutedCallAction(uuid: uuid, call: callUUID, muted: isMuted, timeoutDate: timeoutDate)
    }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        isMuted = coder.decodeBool(forKey: "muted")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isMuted, forKey: "muted")
    }
}

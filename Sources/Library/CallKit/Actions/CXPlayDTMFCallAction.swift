// SPDX-License-Identifier: MIT

public import Foundation

/// Plays DTMF tones to the other side.
open class CXPlayDTMFCallAction: CXCallAction {
    /// The kind of a sequence of tones.
    public enum ActionType: Int, Sendable {
        /// The tone of one key.
        case singleTone = 1
        /// Digits after a comma.
        case softPause = 2
        /// Digits after a semicolon: a wait that the user has ended.
        case hardPause = 3
    }

    /// The keys: `0` to `9`, `A` to `D`, `*` and `#`.
    open var digits: String
    /// The kind of the sequence.
    open var type: ActionType

    /// Creates an action that plays those tones to that call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }

    /// Same as ``init(call:digits:type:)``.
    public convenience init(callUUID: UUID, digits: String, type: ActionType) {
        self.init(call: callUUID, digits: digits, type: type)
    }

    init(uuid: UUID, call callUUID: UUID, digits: String, type: ActionType, timeoutDate: Date) {
        self.digits = digits
        self.type = type
        super.init(uuid: uuid, call: callUUID, timeoutDate: timeoutDate)
    }

    override var facts: [String] { super.facts + ["\(digits) as \(type)"] }

    override func makeCopy() -> CXAction {
        CXPlayDTMFCallAction(uuid: uuid, call: callUUID, digits: digits, type: type, timeoutDate: timeoutDate)
    }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        digits = coder.decodeText(forKey: "digits") ?? ""
        type = ActionType(rawValue: coder.decodeInteger(forKey: "type")) ?? .singleTone
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: digits), forKey: "digits")
        coder.encode(type.rawValue, forKey: "type")
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// Play tones.
open class CXPlayDTMFCallAction: CXCallAction {
    /// How tones are meant.
    public enum ActionType: Int, Sendable {
        /// One key.
        case singleTone = 1
        /// The digits after a comma.
        case softPause = 2
        /// The digits after a semicolon.
        case hardPause = 3
    }

    /// `0` to `9`, `A` to `D`, `*` and `#`.
    open var digits: String
    /// How they are meant.
    open var type: ActionType

    /// Those tones, to that call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }

    /// The other spelling of ``init(call:digits:type:)``.
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

    /// Reads an archived action; nil for anything else.
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

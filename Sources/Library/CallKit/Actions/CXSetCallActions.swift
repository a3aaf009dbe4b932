// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallLibrary
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

    override var facts: [String] { super.facts + [isOnHold ? "hold" : "resume"] }

    override func makeCopy() -> CXAction { CXSetHeldCallAction(call: callUUID, onHold: isOnHold) }

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

    override var facts: [String] { super.facts + [isMuted ? "mute" : "unmute"] }

    override func makeCopy() -> CXAction { CXSetMutedCallAction(call: callUUID, muted: isMuted) }

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

    override var facts: [String] { super.facts + [callUUIDToGroupWith.map { "with \($0.uuidString)" } ?? "alone"] }

    override func makeCopy() -> CXAction {
        CXSetGroupCallAction(call: callUUID, callUUIDToGroupWith: callUUIDToGroupWith)
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

    override var facts: [String] { super.facts + ["\(digits) as \(type)"] }

    override func makeCopy() -> CXAction { CXPlayDTMFCallAction(call: callUUID, digits: digits, type: type) }

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

/// The translator of a call.
public enum CXTranslationEngine: Int, Sendable {
    /// The system.
    case `default` = 0
    /// The app.
    case custom = 1
}

/// Translates a call. Linux has no translation; the class exists for source compatibility.
open class CXSetTranslatingCallAction: CXCallAction {
    /// True to begin, false to stop.
    open private(set) var isTranslating: Bool
    /// The language of this side.
    open private(set) var localLanguage: String
    /// The language of the other side.
    open private(set) var remoteLanguage: String

    /// Creates an action that begins or stops translation between those languages.
    public init(call callUUID: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(call: callUUID)
    }

    /// Same as ``init(call:isTranslating:localLanguage:remoteLanguage:)``.
    public convenience init(callUUID: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
        self.init(
            call: callUUID,
            isTranslating: isTranslating, localLanguage: localLanguage, remoteLanguage: remoteLanguage)
    }

    /// Fulfills the action: that engine began or stopped translating.
    open func fulfill(using translationEngine: CXTranslationEngine) { complete(.fulfilled(nil)) }

    override var facts: [String] { super.facts + [isTranslating ? "\(localLanguage) to \(remoteLanguage)" : "stop"] }

    override func makeCopy() -> CXAction {
        CXSetTranslatingCallAction(
            call: callUUID,
            isTranslating: isTranslating, localLanguage: localLanguage, remoteLanguage: remoteLanguage)
    }

    /// Decodes an action; nil if the archive holds no such action.
    public required init?(coder: NSCoder) {
        isTranslating = coder.decodeBool(forKey: "isTranslating")
        localLanguage = coder.decodeText(forKey: "localLanguage") ?? ""
        remoteLanguage = coder.decodeText(forKey: "remoteLanguage") ?? ""
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isTranslating, forKey: "isTranslating")
        coder.encode(NSString(string: localLanguage), forKey: "localLanguage")
        coder.encode(NSString(string: remoteLanguage), forKey: "remoteLanguage")
    }
}

// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallLibrary
public import Foundation

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

    private init(_ other: CXSetTranslatingCallAction) {
        isTranslating = other.isTranslating
        localLanguage = other.localLanguage
        remoteLanguage = other.remoteLanguage
        super.init(uuid: other.uuid, call: other.callUUID, timeoutDate: other.timeoutDate)
    }

    /// Fulfills the action: that engine began or stopped translating.
    open func fulfill(using translationEngine: CXTranslationEngine) { complete(.fulfilled(nil)) }

    override var facts: [String] { super.facts + [isTranslating ? "\(localLanguage) to \(remoteLanguage)" : "stop"] }

    override func makeCopy() -> CXAction { CXSetTranslatingCallAction(self) }

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

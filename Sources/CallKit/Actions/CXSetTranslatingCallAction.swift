// SPDX-License-Identifier: MIT

internal import CallLibrary
public import Foundation

/// Who translates a call.
public enum CXTranslationEngine: Int, Sendable {
    /// The system.
    case `default` = 0
    /// The app.
    case custom = 1
}

/// Translate a call. Nothing asks for it on Linux; kept for source compatibility.
open class CXSetTranslatingCallAction: CXCallAction {
    /// True to begin, false to end.
    open private(set) var isTranslating: Bool
    /// The language of this side.
    open private(set) var localLanguage: String
    /// The language of the other side.
    open private(set) var remoteLanguage: String

    /// A translation between those languages.
    public init(call callUUID: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(call: callUUID)
    }

    /// The other spelling of ``init(call:isTranslating:localLanguage:remoteLanguage:)``.
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

    /// Says that it was begun or ended, by that engine.
    open func fulfill(using translationEngine: CXTranslationEngine) { complete(.fulfilled(nil)) }

    override var facts: [String] { super.facts + [isTranslating ? "\(localLanguage) to \(remoteLanguage)" : "stop"] }

    override func makeCopy() -> CXAction { CXSetTranslatingCallAction(self) }

    /// Reads an archived action; nil for anything else.
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

// SPDX-License-Identifier: MIT

public import Foundation

/// Translates a conversation. Linux has no translation; the class exists for source compatibility, and the service
/// refuses it.
public final class SetTranslatingAction: ConversationAction, @unchecked Sendable {
    /// The translator of a conversation.
    public enum TranslationEngine: Hashable, Sendable {
        /// The system.
        case `default`
        /// The app.
        case custom
    }

    /// True to begin, false to stop.
    public let isTranslating: Bool
    /// The language of this side.
    public let localLanguage: Locale.Language
    /// The language of the other side.
    public let remoteLanguage: Locale.Language

    /// Creates an action that begins or stops translation between those languages.
    public init(
        conversationID: UUID, isTranslating: Bool, localLanguage: Locale.Language, remoteLanguage: Locale.Language
    ) {
        self.isTranslating = isTranslating
        (self.localLanguage, self.remoteLanguage) = (localLanguage, remoteLanguage)
        super.init(on: conversationID)
    }

    /// Fulfills the action: that engine began or stopped translating.
    public func fulfill(using engine: TranslationEngine) { fulfill() }
}

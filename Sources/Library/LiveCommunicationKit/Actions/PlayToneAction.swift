// SPDX-License-Identifier: MIT

public import Foundation

/// Plays tones to the other side.
public final class PlayToneAction: ConversationAction, @unchecked Sendable {
    /// The kind of a sequence of tones.
    public enum Tone: Hashable, Sendable {
        /// The tone of one key.
        case single
        /// Digits after a comma.
        case softPause
        /// Digits after a semicolon: a wait that the user has ended.
        case hardPause
    }

    /// The keys: `0` to `9`, `A` to `D`, `*` and `#`.
    public let digits: String
    /// The kind of the sequence.
    public let tone: Tone

    /// Creates an action that plays those tones to that conversation.
    public init(conversationUUID: UUID, digits: String, tone: Tone) {
        (self.digits, self.tone) = (digits, tone)
        super.init(on: conversationUUID)
    }

    init(_ uuid: UUID, _ conversationUUID: UUID, digits: String, tone: Tone, until timeoutDate: Date) {
        (self.digits, self.tone) = (digits, tone)
        super.init(uuid, conversationUUID, until: timeoutDate)
    }
}

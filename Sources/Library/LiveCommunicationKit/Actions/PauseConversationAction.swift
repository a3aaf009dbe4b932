// SPDX-License-Identifier: MIT

public import Foundation

/// Holds or continues a conversation. Fulfill it at once, because another call may wait for the audio.
public final class PauseConversationAction: ConversationAction, @unchecked Sendable {
    /// True to hold, false to continue.
    public let isPaused: Bool

    /// Creates an action that holds or continues that conversation.
    public init(conversationUUID: UUID, isPaused: Bool) {
        self.isPaused = isPaused
        super.init(on: conversationUUID)
    }

    init(_ uuid: UUID, _ conversationUUID: UUID, isPaused: Bool, until timeoutDate: Date) {
        self.isPaused = isPaused
        super.init(uuid, conversationUUID, until: timeoutDate)
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// Mutes or unmutes the microphone of a conversation.
public final class MuteConversationAction: ConversationAction, @unchecked Sendable {
    /// True to mute, false to unmute.
    public let isMuted: Bool

    /// Creates an action that mutes or unmutes that conversation.
    public init(conversationUUID: UUID, isMuted: Bool) {
        self.isMuted = isMuted
        super.init(on: conversationUUID)
    }

    init(_ uuid: UUID, _ conversationUUID: UUID, isMuted: Bool, until timeoutDate: Date) {
        self.isMuted = isMuted
        super.init(uuid, conversationUUID, until: timeoutDate)
    }
}

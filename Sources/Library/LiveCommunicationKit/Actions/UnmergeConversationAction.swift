// SPDX-License-Identifier: MIT

public import Foundation

/// Takes a conversation out of its group.
public final class UnmergeConversationAction: ConversationAction, @unchecked Sendable {
    /// Creates an action that takes that conversation out of its group.
    public init(conversationUUID: UUID) { super.init(on: conversationUUID) }

    override init(_ uuid: UUID, _ conversationUUID: UUID, until timeoutDate: Date) {
        super.init(uuid, conversationUUID, until: timeoutDate)
    }
}

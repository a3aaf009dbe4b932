// SPDX-License-Identifier: MIT

public import Foundation

/// Ends a conversation, or declines one that is ``Conversation/State/idle`` or ``Conversation/State/joining``.
public final class EndConversationAction: ConversationAction, @unchecked Sendable {
    /// Creates an action that ends that conversation.
    public init(conversationUUID: UUID) { super.init(on: conversationUUID) }

    override init(_ uuid: UUID, _ conversationUUID: UUID, until timeoutDate: Date) {
        super.init(uuid, conversationUUID, until: timeoutDate)
    }

    /// Fulfills the action: the conversation ended at that time.
    public func fulfill(dateEnded: Date) { fulfill(at: dateEnded) }
}

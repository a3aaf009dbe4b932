// SPDX-License-Identifier: MIT

public import Foundation

/// Answers a conversation. Fulfill it when all sides can communicate.
public final class JoinConversationAction: ConversationAction, @unchecked Sendable {
    /// Creates an action that joins that conversation.
    public init(conversationUUID: UUID) { super.init(on: conversationUUID) }

    override init(_ uuid: UUID, _ conversationUUID: UUID, until timeoutDate: Date) {
        super.init(uuid, conversationUUID, until: timeoutDate)
    }

    /// Fulfills the action: all sides can communicate since that time.
    public func fulfill(dateConnected: Date) { fulfill(at: dateConnected) }
}

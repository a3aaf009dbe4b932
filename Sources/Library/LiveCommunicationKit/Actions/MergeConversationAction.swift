// SPDX-License-Identifier: MIT

public import Foundation

/// Merges a conversation with another.
public final class MergeConversationAction: ConversationAction, @unchecked Sendable {
    /// The conversation whose group it joins.
    public let conversationUUIDToMergeWith: UUID

    /// Creates an action that merges both conversations.
    public init(conversationUUID: UUID, conversationUUIDToMergeWith: UUID) {
        self.conversationUUIDToMergeWith = conversationUUIDToMergeWith
        super.init(on: conversationUUID)
    }

    init(_ uuid: UUID, _ conversationUUID: UUID, conversationUUIDToMergeWith: UUID, until timeoutDate: Date) {
        self.conversationUUIDToMergeWith = conversationUUIDToMergeWith
        super.init(uuid, conversationUUID, until: timeoutDate)
    }
}

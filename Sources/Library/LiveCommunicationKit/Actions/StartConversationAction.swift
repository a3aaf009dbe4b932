// SPDX-License-Identifier: MIT

public import Foundation

/// Starts a conversation. Fulfill it when the invitations are sent.
public final class StartConversationAction: ConversationAction, @unchecked Sendable {
    /// The members to call; the first one is shown where there is space for one.
    public let handles: [Handle]
    /// Whether it is a video conversation.
    public let isVideo: Bool

    /// Creates an action that starts a conversation with that UUID.
    public init(conversationUUID: UUID, handles: [Handle], isVideo: Bool) {
        (self.handles, self.isVideo) = (handles, isVideo)
        super.init(on: conversationUUID)
    }

    init(_ uuid: UUID, _ conversationUUID: UUID, handles: [Handle], isVideo: Bool, until timeoutDate: Date) {
        (self.handles, self.isVideo) = (handles, isVideo)
        super.init(uuid, conversationUUID, until: timeoutDate)
    }

    /// Fulfills the action: the invitations were sent at that time.
    public func fulfill(dateStarted: Date) { fulfill(at: dateStarted) }
}

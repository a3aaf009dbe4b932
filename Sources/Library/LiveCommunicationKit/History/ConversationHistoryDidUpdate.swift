// SPDX-License-Identifier: MIT

public import Foundation

extension ConversationHistoryManager {
    /// Conversations were added to the history or removed, or the user has seen some. Posted with
    /// ``ConversationHistoryManager/sharedInstance`` as its subject, and sometimes without a change.
    public struct ConversationHistoryDidUpdate: NotificationCenter.AsyncMessage {
        /// The manager posts it.
        public typealias Subject = ConversationHistoryManager

        /// Creates a message.
        public init() {}

        /// The name of the same notification.
        public static var name: Notification.Name { Notification.Name("ConversationHistoryDidUpdate") }

        /// The message of a notification.
        public static func makeMessage(_ notification: Notification) -> Self? { Self() }
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<ConversationHistoryManager.ConversationHistoryDidUpdate> {
    /// Identifies ``ConversationHistoryManager/ConversationHistoryDidUpdate`` for observers.
    public static var conversationHistoryDidUpdateMessage: Self { Self() }
}

// SPDX-License-Identifier: MIT

/// A call over the telephone network, for ``TelephonyConversationManager/startCellularConversation(_:)``.
public struct StartCellularConversationAction: Hashable, Sendable {
    /// Nil = the other side hid its number.
    let handle: Handle?
    let service: CellularService?
    /// The provider of the recent conversation.
    let provider: String?

    /// Creates an action that calls the handle with that service. Without one the first service with the number in its
    /// list of emergency numbers calls it, else the first of all.
    public init(_ handle: Handle, cellularService: CellularService? = nil) {
        (self.handle, service, provider) = (handle, cellularService, nil)
    }

    /// Creates an action that calls the other side of a conversation again, with the same service if it is there.
    public init(_ recentConversation: ConversationHistoryManager.RecentConversation) {
        (handle, service) = (recentConversation.handles.first, nil)
        provider = recentConversation.provider
    }
}

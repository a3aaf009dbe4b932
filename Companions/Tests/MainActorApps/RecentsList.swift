// SPDX-License-Identifier: MIT

import Foundation
import LiveCommunicationKit
import Observation

/// The list of recent calls: missed ones of the last week, newest first.
@Observable
final class RecentsList {
    typealias Recent = ConversationHistoryManager.RecentConversation

    private(set) var recents: [Recent] = []
    private(set) var failure: String?

    func load() async {
        let (missed, week) = (Recent.Status.missed, Date.now.addingTimeInterval(-7 * 86_400))
        do {
            recents = try await ConversationHistoryManager.sharedInstance.recentConversations(
                matching: #Predicate { $0.status == missed && $0.date > week })
            recents.sort { $0.date > $1.date }
        } catch {
            failure = error.localizedDescription
        }
    }

    func markAllAsRead() async throws {
        try await ConversationHistoryManager.sharedInstance.markConversationsAsRead(recents.filter { !$0.isRead })
    }
}

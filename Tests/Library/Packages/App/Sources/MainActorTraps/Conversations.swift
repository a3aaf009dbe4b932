// SPDX-License-Identifier: MIT

import Foundation
import LiveCommunicationKit
import Observation

/// The conversations of an app of 2026, with its history.
@Observable
final class Conversations: ConversationManagerDelegate {
    private(set) var active: [UUID: Conversation.State] = [:]
    private(set) var missed: [String] = []
    @ObservationIgnored private let manager: ConversationManager

    init() {
        manager = ConversationManager(
            configuration: .init(
                ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
                maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: true,
                supportedHandleTypes: [.phoneNumber]))
        manager.delegate = self
    }

    func start(_ number: String) async throws {
        let handle = Handle(type: .phoneNumber, value: number, displayName: nil)
        try await manager.perform([
            StartConversationAction(conversationUUID: UUID(), handles: [handle], isVideo: false)
        ])
    }

    func loadMissed() async throws {
        let status = ConversationHistoryManager.RecentConversation.Status.missed
        let calls = try await ConversationHistoryManager.sharedInstance.recentConversations(
            matching: #Predicate { $0.status == status && !$0.isRead })
        missed = calls.compactMap { $0.handles.first?.value }
        try await ConversationHistoryManager.sharedInstance.markConversationsAsRead(calls)
    }

    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) { active = [:] }

    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        active[conversation.uuid] = conversation.state == .left ? nil : conversation.state
    }

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        switch action {
        case let start as StartConversationAction: start.fulfill(dateStarted: .now)
        case let join as JoinConversationAction: join.fulfill(dateConnected: .now)
        case let end as EndConversationAction: end.fulfill(dateEnded: .now)
        case is PauseConversationAction, is MuteConversationAction: action.fulfill()
        default: action.fail()
        }
    }

    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}

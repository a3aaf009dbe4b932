// SPDX-License-Identifier: MIT

import Foundation
import LiveCommunicationKit

/// The conversations of an app that has moved on from CallKit.
final class ConversationController: ConversationManagerDelegate {
    private(set) var states: [UUID: Conversation.State] = [:]
    private let manager: ConversationManager

    init() {
        manager = ConversationManager(
            configuration: ConversationManager.Configuration(
                ringtoneName: "Ringtone", iconTemplateImageData: nil, maximumConversationGroups: 1,
                maximumConversationsPerConversationGroup: 4, includesConversationInRecents: true, supportsVideo: true,
                supportedHandleTypes: [.generic, .phoneNumber]))
        manager.delegate = self
    }

    func ring(_ id: UUID, from caller: Handle) async throws {
        let update = Conversation.Update(members: [caller], capabilities: [.pausing, .video])
        try await manager.reportNewIncomingConversation(uuid: id, update: update)
    }

    func hangUp() async throws {
        try await manager.perform(manager.conversations.map { EndConversationAction(conversationUUID: $0.uuid) })
    }

    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) { states = [:] }

    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        states[conversation.uuid] = conversation.state
    }

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == action.conversationUUID }) else {
            return action.fail()
        }
        switch action {
        case let join as JoinConversationAction:
            manager.reportConversationEvent(.conversationStartedConnecting(.now), for: conversation)
            manager.reportConversationEvent(.conversationConnected(.now), for: conversation)
            join.fulfill(dateConnected: .now)
        case is EndConversationAction, is PauseConversationAction, is MuteConversationAction: action.fulfill()
        default: action.fail()
        }
    }

    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}

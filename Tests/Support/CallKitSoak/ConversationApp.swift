// SPDX-License-Identifier: MIT

import LiveCommunicationKit

/// Makes conversations of every kind, one after another, through all parts of LiveCommunicationKit.
final class ConversationApp: ConversationManagerDelegate, SoakedApp, @unchecked Sendable {
    private let manager: ConversationManager
    /// The audio was activated or deactivated.
    private let (told, tell) = AsyncStream.makeStream(of: Void.self)
    private let lock = NSLock()
    private var leftovers = Leftovers()
    /// True makes the app fail the next action.
    private var isReluctant = false

    init() {
        manager = ConversationManager(configuration: Self.configuration)
        manager.delegate = self
    }

    private static var configuration: ConversationManager.Configuration {
        var configuration = ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
            maximumConversationsPerConversationGroup: 5, includesConversationInRecents: true, supportsVideo: false,
            supportedHandleTypes: [.phoneNumber])
        configuration.identifier = "org.example.Soak"
        return configuration
    }

    // MARK: Conversations

    func call(_ number: Int, _ leftovers: Leftovers) async throws {
        lock.withLock { self.leftovers = leftovers }
        let uuid = UUID()
        switch number % 10 {
        case 0: try await place(uuid)
        case 1: try await decline(uuid)
        case 2: try await refuse(uuid)
        default: try await talk(uuid, hangsUp: number % 2 == 0)
        }
    }

    private func talk(_ uuid: UUID, hangsUp: Bool) async throws {
        try await ring(uuid)
        try await perform(JoinConversationAction(conversationUUID: uuid))
        await waitForAudio()
        report(.conversationUpdated(Conversation.Update(capabilities: [.pausing, .playingTones])), of: uuid)
        if hangsUp {
            try await perform(
                MuteConversationAction(conversationUUID: uuid, isMuted: true),
                PlayToneAction(conversationUUID: uuid, digits: "1", tone: .single))
            try await perform(EndConversationAction(conversationUUID: uuid))
        } else {
            report(.conversationEnded(.now, .remoteEnded), of: uuid)
        }
        await waitForAudio()
    }

    private func place(_ uuid: UUID) async throws {
        let handles = [Handle(type: .phoneNumber, value: "+49 30 1"), Handle(type: .phoneNumber, value: "+49 30 2")]
        try await perform(StartConversationAction(conversationUUID: uuid, handles: handles, isVideo: false))
        await waitForAudio()
        report(.conversationStartedConnecting(.now), of: uuid)
        report(.conversationConnected(.now), of: uuid)
        try await perform(EndConversationAction(conversationUUID: uuid))
        await waitForAudio()
    }

    private func decline(_ uuid: UUID) async throws {
        try await ring(uuid)
        try await perform(EndConversationAction(conversationUUID: uuid))
    }

    private func refuse(_ uuid: UUID) async throws {
        try await ring(uuid)
        // After the delegate has performed the actions of the conversations before.
        await MainActor.run { lock.withLock { isReluctant = true } }
        try await perform(JoinConversationAction(conversationUUID: uuid))
    }

    private func ring(_ uuid: UUID) async throws {
        let caller = Handle(type: .phoneNumber, value: "+49 30 1234567")
        try await manager.reportNewIncomingConversation(uuid: uuid, update: Conversation.Update(members: [caller]))
    }

    private func perform(_ actions: ConversationAction...) async throws {
        for action in actions { suspected(action) }
        try await manager.perform(actions)
    }

    private func report(_ event: Conversation.Event, of uuid: UUID) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == uuid }) else {
            fatalError("there is no conversation \(uuid)")
        }
        manager.reportConversationEvent(event, for: conversation)
    }

    private func waitForAudio() async {
        for await _ in told { break }
    }

    // MARK: Others

    /// A manager that the app drops without invalidating it.
    func provide(_ leftovers: Leftovers) {
        let manager = ConversationManager(configuration: Self.configuration)
        manager.delegate = self
        leftovers.suspect(manager)
    }

    func settle() async {
        // The service refuses this request only after it has handled everything before it.
        try? await manager.perform([])
        await MainActor.run {}
    }

    private func suspected(_ object: AnyObject) { lock.withLock { leftovers }.suspect(object) }

    // MARK: Callbacks

    func conversationManagerDidBegin(_ manager: ConversationManager) {
        if manager === self.manager { say("begun") }
    }
    func conversationManagerDidReset(_ manager: ConversationManager) {}
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        suspected(conversation)
    }
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        suspected(action)
        let fails = lock.withLock {
            defer { isReluctant = false }
            return isReluctant
        }
        if fails { action.fail() } else { action.fulfill() }
    }
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
        tell.yield()
    }
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
        tell.yield()
    }
}

// SPDX-License-Identifier: MIT

import AVFAudio
import Foundation
import LiveCommunicationKit

/// An app with LiveCommunicationKit. All of it happens on the main queue, as the delegate does.
final class ConversationApp: MeasuredApp, ConversationManagerDelegate, @unchecked Sendable {
    private let manager: ConversationManager
    private let hasBegun = DispatchSemaphore(value: 0)
    private var began: UInt64 = 0
    private var times: [UInt64] = []
    private var onAudio: CheckedContinuation<Void, Never>?

    /// Returns when the app is registered. Do not call it on the main thread.
    init(_ identifier: String) {
        var configuration = ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
            maximumConversationsPerConversationGroup: 5, includesConversationInRecents: true, supportsVideo: false,
            supportedHandleTypes: [])
        configuration.identifier = identifier
        configuration.localizedName = "Benchmark"
        manager = ConversationManager(configuration: configuration)
        manager.delegate = self
        hasBegun.wait()
    }

    func measure(_ scenario: Scenario, times count: Int) -> [UInt64] {
        let done = DispatchSemaphore(value: 0)
        Task { @MainActor in
            times = []
            for _ in 0..<count { await perform(scenario) }
            done.signal()
        }
        done.wait()
        return DispatchQueue.main.sync { times }
    }

    @MainActor private func perform(_ scenario: Scenario) async {
        do {
            let call = UUID()
            let caller = Handle(type: .phoneNumber, value: "+49 30 1234567", displayName: "Ada Lovelace")
            began = now()
            try await manager.reportNewIncomingConversation(uuid: call, update: .init(members: [caller]))
            switch scenario {
            case .report: took()
            case .answer: try await answer(call)
            }
            guard let conversation = manager.conversations.first(where: { $0.uuid == call }) else {
                fatalError("a conversation is missing")
            }
            manager.reportConversationEvent(.conversationEnded(Date(), .remoteEnded), for: conversation)
        } catch {
            check(error)
        }
        // The refusal of this request arrives when all earlier messages are done.
        try? await manager.perform([])
    }

    @MainActor private func answer(_ call: UUID) async throws {
        began = now()
        let count = times.count
        try await manager.perform([JoinConversationAction(conversationUUID: call)])
        if times.count == count { await withCheckedContinuation { onAudio = $0 } }
    }

    private func took() { times.append(now() - began) }

    // MARK: ConversationManagerDelegate

    func conversationManagerDidBegin(_ manager: ConversationManager) { hasBegun.signal() }
    func conversationManagerDidReset(_ manager: ConversationManager) {}
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {}
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) { action.fulfill() }
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}

    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
        took()
        onAudio?.resume()
        onAudio = nil
    }

    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}

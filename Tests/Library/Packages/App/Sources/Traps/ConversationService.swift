// SPDX-License-Identifier: MIT

import AVFoundation
import LiveCommunicationKit

// The calling code of an app for group calls, which moved from CallKit to LiveCommunicationKit.

protocol MediaRoom: AnyObject, Sendable {
    func connect() async throws
    func disconnect()
    func setMuted(_ isMuted: Bool)
    func play(_ digits: String)
}

final class ConversationService: NSObject, @unchecked Sendable {
    static let shared = ConversationService()

    private let manager: ConversationManager
    private var rooms: [UUID: any MediaRoom] = [:]
    private(set) var lastError: (any Error)?
    var makeRoom: (UUID) -> (any MediaRoom)? = { _ in nil }

    override init() {
        let icon: Data? = nil
        let configuration = ConversationManager.Configuration(
            ringtoneName: "Ringtone.caf",
            iconTemplateImageData: icon,
            maximumConversationGroups: 1,
            maximumConversationsPerConversationGroup: 1,
            includesConversationInRecents: true,
            supportsVideo: true,
            supportedHandleTypes: [.phoneNumber, .emailAddress, .generic]
        )
        manager = ConversationManager(configuration: configuration)
        super.init()
        manager.delegate = self
    }

    func incomingCall(uuid: UUID, from userID: String, named name: String, hasVideo: Bool) async {
        let caller = Handle(type: .generic, value: userID, displayName: name)
        let me = Handle(type: .emailAddress, value: "me@example.org")
        var update = Conversation.Update(localMember: me, members: [caller], activeRemoteMembers: [caller])
        update.capabilities = hasVideo ? [.video, .pausing] : .pausing
        do {
            try await manager.reportNewIncomingConversation(uuid: uuid, update: update)
        } catch let error as ConversationError where error.code == .filteredByDoNotDisturb {
            lastError = error
        } catch {
            print("The call is not shown: \(error.localizedDescription)")
        }
    }

    @discardableResult
    func call(_ numbers: [String], video: Bool = false) async throws -> UUID {
        let uuid = UUID()
        let handles = numbers.map { Handle(type: .phoneNumber, value: $0) }
        try await manager.perform([
            StartConversationAction(conversationUUID: uuid, handles: handles, isVideo: video)
        ])
        return uuid
    }

    func hangUp(_ uuid: UUID) {
        Task {
            do {
                try await manager.perform([EndConversationAction(conversationUUID: uuid)])
            } catch {
                lastError = error
            }
        }
    }

    func swap(_ held: UUID, with talking: UUID) async throws {
        let actions: [ConversationAction] = [
            PauseConversationAction(conversationUUID: talking, isPaused: true),
            PauseConversationAction(conversationUUID: held, isPaused: false),
        ]
        try await manager.perform(actions)
    }

    func remoteSide(of uuid: UUID, hungUpWith reason: Conversation.EndedReason = .remoteEnded) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == uuid }) else { return }
        manager.reportConversationEvent(.conversationEnded(Date(), reason), for: conversation)
    }

    func someoneJoined(_ handle: Handle, _ conversation: Conversation) {
        manager.reportConversationEvent(
            .conversationUpdated(.init(activeRemoteMembers: [handle])), for: conversation)
    }

    var isBusy: Bool { manager.conversations.contains { $0.state != .left && $0.state != .idle } }
}

// MARK: - ConversationManagerDelegate

extension ConversationService: ConversationManagerDelegate {
    func conversationManagerDidBegin(_ manager: ConversationManager) { print(#function) }

    func conversationManagerDidReset(_ manager: ConversationManager) {
        rooms.values.forEach { $0.disconnect() }
        rooms.removeAll()
    }

    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        switch conversation.state {
        case .idle: rooms[conversation.uuid] = makeRoom(conversation.uuid)
        case .left: rooms.removeValue(forKey: conversation.uuid)?.disconnect()
        case .joining, .joined, .paused, .leaving: break
        @unknown default: break
        }
    }

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == action.conversationUUID }) else {
            return action.fail()
        }
        let room = rooms[conversation.uuid]
        switch action {
        case let action as StartConversationAction:
            print("calling", action.handles.map(\.displayName).joined(separator: ", "))
            connect(room, conversation, manager) { action.fulfill(dateStarted: $0) }
        case let action as JoinConversationAction:
            connect(room, conversation, manager) { action.fulfill(dateConnected: $0) }
        case let action as EndConversationAction:
            let isDecline = conversation.state == .idle || conversation.state == .joining
            print(isDecline ? "decline" : "leave", conversation.localMember?.displayName ?? "")
            room?.disconnect()
            action.fulfill(dateEnded: .now)
        case let action as MuteConversationAction:
            room?.setMuted(action.isMuted)
            action.fulfill()
        case let action as PauseConversationAction:
            room?.setMuted(action.isPaused)
            action.fulfill()
        case let action as PlayToneAction:
            guard action.tone == .single else { return action.fail() }
            room?.play(action.digits)
            action.fulfill()
        case is MergeConversationAction, is UnmergeConversationAction:
            action.fail()
        default:
            action.fail()
        }
    }

    private func connect(
        _ room: (any MediaRoom)?, _ conversation: Conversation, _ manager: ConversationManager,
        fulfill: @escaping @Sendable (Date) -> Void
    ) {
        manager.reportConversationEvent(.conversationStartedConnecting(Date()), for: conversation)
        Task {
            do {
                try await room?.connect()
                let date = Date()
                manager.reportConversationEvent(.conversationConnected(date), for: conversation)
                fulfill(date)
            } catch {
                manager.reportConversationEvent(.conversationEnded(Date(), .failed), for: conversation)
            }
        }
    }

    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
        print("timed out", action.uuid, action.timeoutDate, action.state)
    }

    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
        try? audioSession.setCategory(.playAndRecord, mode: .voiceChat, options: [])
    }

    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
        print("stop audio")
    }
}

/// A view model with a manager of its own.
@MainActor
final class ConversationModel: @preconcurrency ConversationManagerDelegate {
    private(set) var states: [UUID: Conversation.State] = [:]
    private let manager: ConversationManager

    init(_ configuration: ConversationManager.Configuration) {
        manager = ConversationManager(configuration: configuration)
        manager.delegate = self
    }

    func join(_ uuid: UUID) async throws {
        try await manager.perform([JoinConversationAction(conversationUUID: uuid)])
    }

    func close() { manager.invalidate() }

    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) { states = [:] }
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        states[conversation.uuid] = conversation.state
    }
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) { action.fulfill() }
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}

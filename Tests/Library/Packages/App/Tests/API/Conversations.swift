// SPDX-License-Identifier: MIT

import LiveCommunicationKit
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// LiveCommunicationKit without a bus.
struct Conversations {
    let manager: ConversationManager
    let call = UUID()

    init() {
        noBus
        manager = ConversationManager(configuration: Self.configuration)
    }

    static var configuration: ConversationManager.Configuration {
        ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
            maximumConversationsPerConversationGroup: 5, includesConversationInRecents: true, supportsVideo: false,
            supportedHandleTypes: [.phoneNumber])
    }

    // MARK: Values

    @Test func `a handle without a name is its own name`() throws {
        var handle = Handle(type: .phoneNumber, value: "+49")
        #expect(handle.displayName == "+49")
        handle.displayName = "Ada"
        #expect(handle == Handle(type: .phoneNumber, value: "+49", displayName: "Ada"))
        #expect(handle.hashValue == Handle(type: .phoneNumber, value: "+49", displayName: "Ada").hashValue)
        let again = try JSONDecoder().decode(Handle.self, from: JSONEncoder().encode(handle))
        #expect(again == handle)
        handle.type = .generic
        handle.value = "ada"
        #expect(handle.type != .emailAddress)
        let kind: Handle.Kind? = Handle.Kind(rawValue: Handle.Kind.generic.rawValue)
        #expect(kind == .generic)
    }

    @Test func `an update changes nothing until something is set`() {
        let update = Conversation.Update()
        let empty = Conversation.Update(localMember: nil, members: nil, activeRemoteMembers: nil, capabilities: nil)
        #expect(update == empty)
        #expect(update.localMember == nil && update.members == nil)
        #expect(update.activeRemoteMembers == nil && update.capabilities == nil)
    }

    @Test func `capabilities are a set`() {
        let all: Conversation.Capabilities = [.pausing, .merging, .unmerging, .video, .playingTones]
        #expect(all.contains(.merging))
        #expect(Conversation.Capabilities(rawValue: all.rawValue) == all)
        #expect(all.subtracting([.video]).isDisjoint(with: .video))
    }

    @Test func `events, reasons and states`() {
        let (date, update) = (Date(), Conversation.Update())
        let events: [Conversation.Event] = [
            .conversationUpdated(update), .conversationStartedConnecting(date), .conversationConnected(date),
            .conversationEnded(date, .failed), .conversationEnded(date, .remoteEnded),
            .conversationEnded(date, .unanswered), .conversationEnded(date, .joinedElsewhere),
            .conversationEnded(date, .declinedElsewhere),
        ]
        #expect(Set(events).count == events.count)
        let states: [Conversation.State] = [.idle, .joining, .joined, .paused, .leaving, .left]
        #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(Conversation.EndedReason(rawValue: 0) == .failed)
    }

    @Test func `a configuration can be changed`() {
        var configuration = Self.configuration
        configuration.ringtoneName = "Ringtone.caf"
        configuration.iconTemplateImageData = Data()
        configuration.maximumConversationGroups = 3
        configuration.maximumConversationsPerConversationGroup = 1
        configuration.includesConversationInRecents = false
        configuration.supportsVideo = true
        configuration.supportedHandleTypes = [.generic]
        configuration.supportsAudioTranslation = true
        (configuration.identifier, configuration.localizedName) = ("org.example.Other", "Phone")
        configuration.desktopEntry = "org.example.Phone"
        manager.configuration = configuration
        #expect(manager.configuration.maximumConversationGroups == 3)
        #expect(manager.configuration.identifier == nil)
        let translating = ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
            maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: true,
            supportedHandleTypes: [], supportsAudioTranslation: true)
        #expect(translating.supportsAudioTranslation)
    }

    // MARK: Actions

    @Test func `every action has its arguments`() {
        let other = UUID()
        let (german, english) = (Locale.Language(identifier: "de"), Locale.Language(identifier: "en"))
        let start = StartConversationAction(
            conversationUUID: call, handles: [Handle(type: .phoneNumber, value: "+49")], isVideo: true)
        let tone = PlayToneAction(conversationUUID: call, digits: "1", tone: .single)
        let translation = SetTranslatingAction(
            conversationID: call, isTranslating: true, localLanguage: german, remoteLanguage: english)
        let merge = MergeConversationAction(conversationUUID: call, conversationUUIDToMergeWith: other)
        #expect(start.handles.count == 1 && start.isVideo)
        let pauses: [PlayToneAction.Tone] = [.softPause, .hardPause]
        #expect(tone.digits == "1" && !pauses.contains(tone.tone))
        #expect(translation.isTranslating && translation.localLanguage == german)
        #expect(translation.remoteLanguage == english)
        #expect(merge.conversationUUIDToMergeWith == other)
        #expect(MuteConversationAction(conversationUUID: call, isMuted: true).isMuted)
        #expect(PauseConversationAction(conversationUUID: call, isPaused: true).isPaused)
        let actions: [ConversationAction] = [
            start, tone, translation, merge, JoinConversationAction(conversationUUID: call),
            EndConversationAction(conversationUUID: call), UnmergeConversationAction(conversationUUID: call),
        ]
        #expect(actions.allSatisfy { $0.conversationUUID == call && $0.state == .idle })
        #expect(Set(actions.map(\.uuid)).count == actions.count)
    }

    @Test func `an action is completed once`() {
        let (start, join) = (
            StartConversationAction(conversationUUID: call, handles: [], isVideo: false),
            JoinConversationAction(conversationUUID: call)
        )
        let end = EndConversationAction(conversationUUID: call)
        let deadline = Date(timeIntervalSinceNow: 10)
        let action = ConversationAction(conversationUUID: call, timeoutDate: deadline)
        #expect(action.timeoutDate == deadline)
        action.fail()
        action.fulfill()
        #expect(action.state == .failed(reason: .failed))
        let others: [ConversationAction.FailureReason] = [.timedOut, .conversationEnded]
        #expect(!others.contains { action.state == ConversationAction.State.failed(reason: $0) })
        start.fulfill(dateStarted: .now)
        join.fulfill(dateConnected: .now)
        end.fulfill(dateEnded: .now)
        #expect([start, join, end].allSatisfy { $0.state == .complete && $0.state != .running })
        let engines: [SetTranslatingAction.TranslationEngine] = [.default, .custom]
        for engine in engines {
            let action = SetTranslatingAction(
                conversationID: call, isTranslating: false, localLanguage: .init(identifier: "de"),
                remoteLanguage: .init(identifier: "en"))
            action.fulfill(using: engine)
            #expect(action.state == .complete)
        }
    }

    // MARK: The manager

    @Test func `a report without a bus fails`() async {
        await #expect(throws: ConversationError(.unknown)) {
            try await manager.reportNewIncomingConversation(uuid: call, update: Conversation.Update())
        }
        #expect(manager.conversations.isEmpty)
        await #expect(throws: ConversationError(.unentitled)) {
            try await ConversationManager.reportNewIncomingVoIPPushPayload(["from": "ada"])
        }
    }

    @Test func `a request without a bus fails`() async {
        await #expect(throws: ConversationError(.unknown)) {
            try await manager.perform([])
        }
        await #expect(throws: ConversationError(.unknownConversation)) {
            try await manager.perform([JoinConversationAction(conversationUUID: call)])
        }
        await #expect(throws: ConversationError(.invalidAction)) {
            try await manager.perform([ConversationAction(conversationUUID: call)])
        }
    }

    @Test func `errors tell what to do`() {
        let codes: [ConversationError.Code] = [
            .unknown, .unentitled, .unknownManager, .unknownConversation, .conversationAlreadyExists,
            .filteredByDoNotDisturb, .filteredByBlockList, .noActions, .invalidAction,
            .maximumConversationGroupsReached, .conversationIsProtected, .unknownCellularService, .historyUnavailable,
        ]
        #expect(Set(codes).count == codes.count)
        let error = ConversationError(.invalidAction, message: "Leave it out.")
        #expect(error.code == .invalidAction && error.message == "Leave it out.")
        #expect(error.errorDescription == "Leave it out." && error.localizedDescription == "Leave it out.")
        #expect(Set([error, ConversationError(.invalidAction)]).count == 1)
        #expect(error.hashValue == ConversationError(.invalidAction).hashValue)
    }

    @Test func `a delegate is held weakly`() async {
        let model = await ConversationModel(Self.configuration)
        await model.close()
        var listener: Listener? = Listener()
        manager.delegate = listener
        #expect(manager.delegate === listener)
        listener = nil
        #expect(manager.delegate == nil)
    }

    @Test func `nothing is pending`() async {
        let actions: [ConversationAction] = manager.pendingActions
        #expect(actions.isEmpty)
        #expect(!ConversationService.shared.isBusy)
        manager.invalidate()
    }

    private final class Listener: ConversationManagerDelegate {
        func conversationManagerDidBegin(_ manager: ConversationManager) {}
        func conversationManagerDidReset(_ manager: ConversationManager) {}
        func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
            let joins: [JoinConversationAction] = manager.pendingConversationActions(
                of: JoinConversationAction.self, for: conversation)
            joins.forEach { $0.fulfill() }
        }
        func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) { action.fail() }
        func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
        func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
        func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
        func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity) {}
    }
}

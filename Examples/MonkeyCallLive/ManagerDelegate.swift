// SPDX-License-Identifier: MIT

import AVFAudio
import Foundation
import Intents
import LiveCommunicationKit

/// The app's link to the system: it performs the system's actions, and reports the events of the other side to the
/// system.
///
/// Each action has one place, whether the user requested it in this app, with a headset or in the desktop's panel.
@MainActor
class ManagerDelegate: @preconcurrency ConversationManagerDelegate {
    let callManager: ActiveCallManager
    let network: any CallNetwork
    let audio: SilentAudio
    /// Gets the activities that the user began elsewhere.
    weak var app: AppDelegate?
    private let manager: ConversationManager

    /// The abilities of this app, and its name for people.
    static func configuration(named name: String) -> ConversationManager.Configuration {
        var configuration = ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
            maximumConversationsPerConversationGroup: 5, includesConversationInRecents: true, supportsVideo: true,
            supportedHandleTypes: [.generic, .phoneNumber, .emailAddress])
        configuration.localizedName = name
        return configuration
    }

    init(network: any CallNetwork, audio: SilentAudio, configuration: ConversationManager.Configuration) {
        (self.network, self.audio) = (network, audio)
        manager = ConversationManager(configuration: configuration)
        callManager = ActiveCallManager(manager)
        network.delegate = self
        manager.delegate = self
    }

    // MARK: The manager

    func conversationManagerDidBegin(_ manager: ConversationManager) {}

    /// Every call has ended, and no action may be fulfilled any more.
    func conversationManagerDidReset(_ manager: ConversationManager) {
        audio.stop()
        for call in callManager.calls { abandon(call.uuid) }
    }

    /// The app changes its calls when it performs the action or reports the event that changes the conversation.
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {}

    func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity) {
        if app?.application(continue: userActivity) != true { Output.say("error", "the activity is not a call") }
    }

    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) { audio.start() }

    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
        audio.stop()
    }

    // MARK: Actions

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        if let start = action as? StartConversationAction {
            place(start)
        } else if let call = callManager.call(action.conversationUUID) {
            perform(action, on: call)
        } else {
            action.fail()
        }
    }

    private func place(_ action: StartConversationAction) {
        guard let handle = action.handles.first else { return action.fail() }
        let call = ActiveCall(
            uuid: action.conversationUUID, handle: Party(handle), isOutgoing: true, hasVideo: action.isVideo)
        callManager.add(call)
        call.apply(.started)
        audio.configure()
        network.invite(call.handle, to: call.uuid, video: call.hasVideo)
        action.fulfill()
    }

    private func perform(_ action: ConversationAction, on call: ActiveCall) {
        switch action {
        case is JoinConversationAction:
            audio.configure()
            network.accept(call.uuid)
            call.apply(.answered)
        case is EndConversationAction:
            network.hangUp(call.uuid)
            callManager.remove(call, .local)
        case let action as PauseConversationAction: call.apply(action.isPaused ? .held : .resumed)
        case let action as MuteConversationAction: call.apply(action.isMuted ? .muted : .unmuted)
        case let action as MergeConversationAction: call.apply(.joined(action.conversationUUIDToMergeWith))
        case is UnmergeConversationAction: call.apply(.leftGroup)
        case let action as PlayToneAction:
            network.play(action.digits, in: call.uuid)
            call.apply(.played(action.digits))
        default: return action.fail()
        }
        action.fulfill()
    }

    /// The action has failed because it took too long. A call that did not start, connect or end in time is over. A
    /// conversation that is idle rings on: its join was not delivered, because another app did not hold its call.
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
        let conversation = manager.conversations.first { $0.uuid == action.conversationUUID }
        switch action {
        case is JoinConversationAction where conversation?.state == .idle: break
        case is StartConversationAction, is JoinConversationAction, is EndConversationAction:
            abandon(action.conversationUUID)
        default: break
        }
    }

    /// Ends a call here, because the system has ended it.
    func abandon(_ uuid: UUID) {
        guard let call = callManager.call(uuid) else { return }
        network.hangUp(uuid)
        callManager.remove(call, .remote(.failed))
    }
}

/// Reports the events of the other side to the system.
extension ManagerDelegate: CallNetworkDelegate {
    func networkReceivedInvitation(to uuid: UUID, from handle: Party, name: String?, video: Bool) {
        let call = ActiveCall(uuid: uuid, handle: handle, name: name, isOutgoing: false, hasVideo: video)
        var update = Conversation.Update(members: [Handle(handle, name: name)])
        update.capabilities = video ? [.pausing, .merging, .unmerging, .playingTones, .video] : nil
        callManager.add(call)
        Task { [manager, callManager, network, update] in
            do {
                try await manager.reportNewIncomingConversation(uuid: uuid, update: update)
                callManager.reported(call, nil, to: network)
            } catch {
                callManager.reported(call, error, to: network)
            }
        }
    }

    func networkStartedConnecting(_ uuid: UUID) {
        report(.conversationStartedConnecting(Date()), of: uuid)
        callManager.call(uuid)?.apply(.connecting)
    }

    func networkConnected(_ uuid: UUID) {
        report(.conversationConnected(Date()), of: uuid)
        callManager.call(uuid)?.apply(.connected)
    }

    func networkReceived(_ digits: String, in uuid: UUID) { callManager.call(uuid)?.apply(.heard(digits)) }

    func networkEnded(_ uuid: UUID, because reason: ActiveCall.EndReason) {
        guard let call = callManager.call(uuid) else { return }
        report(.conversationEnded(Date(), Conversation.EndedReason(reason)), of: uuid)
        callManager.remove(call, .remote(reason))
    }

    private func report(_ event: Conversation.Event, of uuid: UUID) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == uuid }) else { return }
        manager.reportConversationEvent(event, for: conversation)
    }
}

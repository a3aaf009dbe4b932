// SPDX-License-Identifier: MIT

import Foundation
import LiveCommunicationKit

/// The calls of this app, and the user's requests for them in the words of LiveCommunicationKit. Every request goes to
/// the system, which may have to make room first. It returns to the ``ManagerDelegate`` as an action to perform.
@MainActor
final class ActiveCallManager: ActiveCalls {
    private let manager: ConversationManager

    init(_ manager: ConversationManager) { self.manager = manager }

    func start(_ request: StartCallRequest) {
        perform(
            StartConversationAction(
                conversationUUID: UUID(), handles: [Handle(request.handle)], isVideo: request.isVideo))
    }

    func answer(_ call: ActiveCall) { perform(JoinConversationAction(conversationUUID: call.uuid)) }

    /// Hangs up or declines.
    func end(_ call: ActiveCall) { perform(EndConversationAction(conversationUUID: call.uuid)) }

    func setHeld(_ call: ActiveCall, to onHold: Bool) {
        perform(PauseConversationAction(conversationUUID: call.uuid, isPaused: onHold))
    }

    func setMuted(_ call: ActiveCall, to muted: Bool) {
        perform(MuteConversationAction(conversationUUID: call.uuid, isMuted: muted))
    }

    /// Holds one call and resumes the other; if one fails, neither happens.
    func swap(_ active: ActiveCall, with held: ActiveCall) {
        perform(
            PauseConversationAction(conversationUUID: active.uuid, isPaused: true),
            PauseConversationAction(conversationUUID: held.uuid, isPaused: false))
    }

    func merge(_ call: ActiveCall, with other: ActiveCall) {
        perform(MergeConversationAction(conversationUUID: call.uuid, conversationUUIDToMergeWith: other.uuid))
    }

    func makePrivate(_ call: ActiveCall) { perform(UnmergeConversationAction(conversationUUID: call.uuid)) }

    func play(_ digits: String, in call: ActiveCall) {
        perform(PlayToneAction(conversationUUID: call.uuid, digits: digits, tone: .single))
    }

    private func perform(_ actions: ConversationAction...) {
        Task {
            do {
                // Without an error the request is accepted, but not yet performed.
                try await manager.perform(actions)
            } catch {
                delegate?.calls(self, refusedWith: error)
            }
        }
    }
}

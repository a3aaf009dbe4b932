// SPDX-License-Identifier: MIT

import LiveCommunicationKit

/// The app's delegate, which prints events and fails on request, so that people can see how the system reacts.
final class MoodyManagerDelegate: ManagerDelegate, SystemLink {
    var mood = Mood.obedient

    override func conversationManagerDidBegin(_ manager: ConversationManager) {
        super.conversationManagerDidBegin(manager)
        Output.say("registered", manager.configuration.identifier ?? "")
    }

    override func conversationManagerDidReset(_ manager: ConversationManager) {
        super.conversationManagerDidReset(manager)
        Output.say("reset")
    }

    override func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        guard mood != .obedient else { return super.conversationManager(manager, perform: action) }
        let refuses = mood == .refuse
        mood = .obedient
        Output.say(refuses ? "refused" : "ignored", action.conversationUUID.short, action.word)
        guard refuses else { return }
        action.fail()
        // The system ends the call too.
        if action is StartConversationAction || action is JoinConversationAction { abandon(action.conversationUUID) }
    }

    override func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
        Output.say("timed-out", action.conversationUUID.short, action.word)
        super.conversationManager(manager, timedOutPerforming: action)
    }
}

extension ConversationAction {
    /// The command that requests the action.
    fileprivate var word: String {
        switch self {
        case is StartConversationAction: "call"
        case is JoinConversationAction: "answer"
        case is EndConversationAction: "end"
        case let action as PauseConversationAction: action.isPaused ? "hold" : "resume"
        case let action as MuteConversationAction: action.isMuted ? "mute" : "unmute"
        case is MergeConversationAction: "merge"
        case is UnmergeConversationAction: "private"
        case is PlayToneAction: "play"
        default: "action"
        }
    }
}

// SPDX-License-Identifier: MIT

import CallKit

/// The app's provider delegate, which prints events and fails on request, so that people can see how the system reacts.
final class MoodyProviderDelegate: ProviderDelegate, SystemLink {
    /// Applies to the next transaction.
    var mood = Mood.obedient

    override func providerDidBegin(_ provider: CXProvider) {
        super.providerDidBegin(provider)
        Output.say("registered", provider.configuration.identifier ?? "")
    }

    override func providerDidReset(_ provider: CXProvider) {
        super.providerDidReset(provider)
        Output.say("reset")
    }

    override func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        guard let action = transaction.actions.first as? CXCallAction, mood != .obedient else {
            return super.provider(provider, execute: transaction)
        }
        let refuses = mood == .refuse
        mood = .obedient
        Output.say(refuses ? "refused" : "ignored", action.callUUID.short, action.word)
        guard refuses else { return true }
        action.fail()
        // The system ends the call too.
        if action is CXStartCallAction || action is CXAnswerCallAction { abandon(action) }
        return true
    }

    override func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        if let action = action as? CXCallAction { Output.say("timed-out", action.callUUID.short, action.word) }
        super.provider(provider, timedOutPerforming: action)
    }
}

extension CXCallAction {
    /// The command that requests the action.
    var word: String {
        switch self {
        case is CXStartCallAction: "call"
        case is CXAnswerCallAction: "answer"
        case is CXEndCallAction: "end"
        case let action as CXSetHeldCallAction: action.isOnHold ? "hold" : "resume"
        case let action as CXSetMutedCallAction: action.isMuted ? "mute" : "unmute"
        case let action as CXSetGroupCallAction: action.callUUIDToGroupWith == nil ? "private" : "merge"
        case is CXPlayDTMFCallAction: "play"
        default: "action"
        }
    }
}

// SPDX-License-Identifier: MIT

import CallKit

/// Prints every callback. It completes each action at once or later, as a command told the actor.
final class Delegate: NSObject, CXProviderDelegate, CXCallObserverDelegate {
    private let actor: Actor

    init(_ actor: Actor) { self.actor = actor }

    func providerDidReset(_ provider: CXProvider) { actor.say("reset") }
    func providerDidBegin(_ provider: CXProvider) { actor.say("begin") }
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { actor.execute(transaction) }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        actor.timedOut(action)
    }
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        let intent = userActivity.interaction?.intent as? INStartCallIntent
        let person = intent?.contacts?.first
        let words = [person?.displayName ?? "", person?.personHandle?.value ?? "nobody"].filter { !$0.isEmpty }
        actor.say("asked to call \(words.joined(separator: " "))")
    }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { actor.say("activate") }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { actor.say("deactivate") }
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        actor.say("sees \(Words.call(call))")
    }
}

/// Implements only the required methods and the one for time-outs.
final class MinimalDelegate: NSObject, CXProviderDelegate {
    private let actor: Actor

    init(_ actor: Actor) { self.actor = actor }

    func providerDidReset(_ provider: CXProvider) { actor.say("reset") }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        actor.timedOut(action)
    }
}

/// Answers calls and does nothing else.
final class AnsweringDelegate: NSObject, CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
}

/// Lives on the main actor, as a view model does.
@MainActor
final class MainActorDelegate: NSObject, @preconcurrency CXProviderDelegate {
    private let actor: Actor

    init(_ actor: Actor) { self.actor = actor }

    func providerDidReset(_ provider: CXProvider) { actor.say("reset") }
    func providerDidBegin(_ provider: CXProvider) { actor.say("begin") }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { actor.perform(action) }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { actor.say("activate") }
}

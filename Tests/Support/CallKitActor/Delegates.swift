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

/// A provider that an app subclasses for its tests. Each form of a report has its own override.
final class OverridingProvider: CXProvider, @unchecked Sendable {
    private let actor: Actor

    init(_ actor: Actor, configuration: CXProviderConfiguration) {
        self.actor = actor
        super.init(configuration: configuration)
    }

    override func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        actor.say("overridden")
        super.reportNewIncomingCall(with: UUID, update: update, completion: completion)
    }

    override func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        actor.say("overridden async")
    }

    override func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        actor.say("overridden end \(endedReason)")
        super.reportCall(with: UUID, endedAt: dateEnded, reason: endedReason)
    }

    override func invalidate() {
        actor.say("overridden invalidate")
        super.invalidate()
    }
}

/// A call directory extension that does in each request what the lines of a file say, even what is wrong. If a request
/// fails, it writes the error to the file with the suffix `.failure`.
final class ScriptedExtension: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate {
    private struct ServerError: LocalizedError {
        let errorDescription: String? = "The server of the list does not answer."
    }

    private let script: URL

    init(_ script: URL) { self.script = script }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        let lines = (try? String(contentsOf: script, encoding: .utf8)) ?? ""
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words[0] != "cancel" else { return context.cancelRequest(withError: ServerError()) }
            perform(words[0], words.dropFirst().compactMap { Int64($0) }, context)
        }
        context.completeRequest()
    }

    private func perform(_ order: Substring, _ numbers: [Int64], _ context: CXCallDirectoryExtensionContext) {
        switch order {
        case "incremental": _ = context.isIncremental
        case "block": context.addBlockingEntry(withNextSequentialPhoneNumber: numbers[0])
        case "unblock":
            let count = numbers.count > 1 ? numbers[1] : 1
            for number in numbers[0]..<numbers[0] + count { context.removeBlockingEntry(withPhoneNumber: number) }
        case "forget": context.removeIdentificationEntry(withPhoneNumber: numbers[0])
        case "unblock-all": context.removeAllBlockingEntries()
        case "forget-all": context.removeAllIdentificationEntries()
        default: fatalError("not an order: \(order)")
        }
    }

    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
        let code = (error as? CXErrorCodeCallDirectoryManagerError).map { "\($0.code)" }
        let text = code ?? error.localizedDescription
        try? Data(text.utf8).write(to: script.appendingPathExtension("failure"), options: .atomic)
    }
}

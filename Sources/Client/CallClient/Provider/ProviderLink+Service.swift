// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// What the service sends to the provider, and the audio session that it activates.
extension ProviderLink {
    func received(_ name: SignalName, _ signal: Message, in providers: Providers) {
        handle(name, signal, in: providers)
        renameIfIdle(in: providers)
    }

    private func handle(_ name: SignalName, _ signal: Message, in providers: Providers) {
        // An earlier signal is for an invalidated provider of the same name.
        guard registration == .done else { return }
        if var delivered = DeliveredAction(name, signal) {
            let action = delivered.action
            // While another action is on its way, the present value is not known.
            delivered.isDone = calls.isDone(action) && !pending.values.contains { $0.record.call == action.call }
            if delivered.isAgain, pending[action.id] != nil || recent.contains(action.id) {
                return repeatCompletion(of: action, in: providers)
            }
            recent.insert(action.id, recent.outcome(of: action.id))
            if case .start(let start) = action.kind { calls.begin(action.call, outgoing: true, start.update) }
            pending[action.id] = PendingAction(record: action)
            if action.kind == .setHeld(true) { providers.followCalls() }
            notify(.perform(delivered))
            return announce(action.call)
        }
        switch name {
        // The reply of the registration says the same, also if a service was killed between the two.
        case .providerDidBegin: break
        // A service resets its providers when it drops its state. The calls go on with the next one, so the app need
        // not know.
        case .providerDidReset: break
        case .timedOutPerformingAction:
            if let (_, text) = try? signal.read(String.self, String.self), let action = ActionID(text) {
                timedOut(action)
            }
        case .didActivateAudioSession:
            audio = .active
            notify(.didActivate)
        case .didDeactivateAudioSession:
            audio = .inactive
            notify(.didDeactivate)
        case .startCallRequested:
            if let (_, wire, details) = try? signal.read(String.self, WireHandle.self, [String: Variant].self),
                let handle = wire.handle, let details = try? StartCallDetails(Options(details))
            {
                notify(.startCallRequested(handle, details))
            }
        default: break
        }
    }

    /// The service was restarted and asks again. The delegate has got the action, and does not get it a second time.
    private func repeatCompletion(of action: ActionRecord, in providers: Providers) {
        guard let outcome = recent.outcome(of: action.id) else { return }
        report(action, outcome, in: providers) { _ in }
    }

    /// Whether the provider has this call.
    func has(_ call: CallID) -> Bool { calls[call] != nil }

    /// Whether an action of the request was delivered.
    func knows(_ request: Request) -> Bool {
        request.items.contains { $0.identifier.map(recent.contains) ?? false }
    }

    /// A transaction that the program requested has failed. A start or an answer that was not delivered never will be:
    /// another app did not hold its call, or the state of the service is lost.
    func giveUp(_ item: Request.Item, _ action: ActionID, _ object: any Sendable) {
        guard registration != .over, !recent.contains(action) else { return }
        switch item.kind {
        case .start(let start) where start.provider == identifier: notify(.vanished(object))
        // The delegate may have an answer of the call that somebody else requested.
        case .answer where has(item.call) && !hasAnswer(of: item.call): notify(.vanished(object))
        case .start, .answer, .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
        }
    }

    /// The service tells which call a call is held for; nil = none.
    func received(_ call: CallID, heldFor target: CallID?) { calls.keep(call, heldFor: target) }

    private func timedOut(_ action: ActionID) {
        let record = pending.removeValue(forKey: action)?.record
        if let record, record.kind.isFatalByTime { end(record.call) }
        notify(.timedOut(action))
        if let record { announce(record.call) }
    }

    // MARK: The audio session

    /// Gives up an inherited audio session that the new service does not activate. When it answers the ping, it knows
    /// all calls except those with an action that the app has not completed.
    func inheritAudio(in providers: Providers) {
        guard audio == .inherited else { return }
        guard !calls.isEmpty else { return giveUpAudio() }
        providers.ping { [self] error in
            guard error == nil, !pending.values.contains(where: \.isOrphan) else { return }
            giveUpAudio()
        }
    }

    func giveUpAudio() {
        if audio == .inherited { stopAudio() }
    }

    /// Without a service, the calls go on without sound.
    func stopAudio() {
        guard audio != .inactive else { return }
        audio = .inactive
        notify(.didDeactivate)
    }

    /// The service is back with its state, and these calls have the audio.
    func updateAudio(_ owners: Set<CallID>) {
        guard registration == .done else { return }
        guard owners.contains(where: { calls[$0] != nil }) else { return stopAudio() }
        guard audio != .active else { return }
        audio = .active
        notify(.didActivate)
    }
}

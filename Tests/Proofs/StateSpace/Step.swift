// SPDX-License-Identifier: MIT

@testable import CallCore

/// One event with the state before it, its effects and the state after it.
struct Step {
    let before: Domain
    let event: Event
    let response: Domain.Response
    let after: Domain

    /// A sentence about a step, and the code that checks it.
    struct Law: Sendable {
        let sentence: String
        let holds: @Sendable (Step) -> Bool

        init(_ sentence: String, _ holds: @escaping @Sendable (Step) -> Bool) {
            self.sentence = sentence
            self.holds = holds
        }
    }

    static let laws =
        lastingLaws + [
            Law("No call exceeds the limit of groups, except an emergency call.") {
                $0.keepsGroupLimit
            }
        ]

    /// These still hold after an app sets its limits below what exists.
    static let lastingLaws =
        [
            Law("The audio is taken from one app before another app gets it, and its owner was told.") {
                $0.sessionIsHandedOver
            },
            Law("Each requester is told once that its transaction is completed, and the transaction is then gone.") {
                $0.completesOnce
            },
            Law("An action is delivered once, and a timer runs from its delivery to its end.") { $0.runsTimers },
            Law("An action ends once: it stays completed, and times out only while it is with its app.") {
                $0.endsActionsOnce
            },
            Law("A provider is told about its own calls only, and only while it is registered.") { $0.tellsOwners },
            Law("No call is told to take the audio before the calls of other groups have left it.") {
                $0.waitsForSilence
            },
            Law("A call that is told to take the audio occupies it until it is held or has ended.") { $0.staysAudible },
            Law("A call ends only because of its app, the loss of its app, or a start that fails.") { step in
                step.removed.allSatisfy { step.mayEnd($0) }
            },
            Law("The reason of an ended call is the event that ended it.") { step in
                step.removed.allSatisfy { step.endedTruly($0) }
            },
            Law("A call changes its state only by what its app does or is told.") { $0.movesAsTold },
            Law("No app is told to mute a call that it cannot mute.") { step in
                step.response.effects.allSatisfy { effect in
                    guard case .send(_, _, .perform(let task)) = effect, !task.isRepeated else { return true }
                    return task.action.kind.word != .setMuted
                        || step.after.calls[task.action.call]?.supports.muting ?? true
                }
            },
            Law("Only an emergency, a call that comes first or the lack of the audio ends a call without that ability.")
            {
                $0.sparesCallsWithoutEnd
            },
            Law("A VoIP call never ends a cellular call.") { $0.sparesCellularCalls },
            Law("A request that must not end other calls ends none.") { $0.sparesOthers },
            Law("Only an earlier emergency call displaces an emergency call.") { $0.sparesEmergencyCalls },
            Law("No app can refuse to make way for an emergency call.") { $0.helpsInEmergency },
            Law("No other call begins to ring during an emergency call.") { $0.isQuietInEmergency },
            Law("A reported call rings, is silent or is refused as the user wishes.") { $0.ringsAsWished },
            Law("A request to dial an emergency number makes an emergency call of a cellular provider.") {
                $0.dialsForHelp
            },
            Law("A held call and an ended call have a reason.") { step in
                step.removed.allSatisfy { $0.hasEnded && $0.reason != nil && $0.endedReason != nil }
                    && step.after.calls.values.allSatisfy {
                        $0.state != .held || step.before.calls[$0.id]?.state != .active || $0.reason != nil
                    }
            },
            Law("The loss of an app ends no call of another app.") { step in
                guard case .clientLost(let client) = step.event else { return true }
                return step.removed.allSatisfy { call in
                    step.before.providers[call.provider]?.client == client || step.isUndeliveredStart(call)
                        || step.wasEarly(call, [.startCall, .answerCall, .endCall])
                }
            },
            Law("A request gets the ids of the transaction and of the actions that it chose.") { $0.keepsNames },
            Law("A repeated request gets its transaction again, and nothing else happens.") { $0.repeatsNothing },
            Law("An app completes only an action that is not completed yet, or that its report has fulfilled.") {
                step in
                guard case .command(.complete(let id, _), _) = step.event else { return true }
                return step.before.transactions.ofAction[id] != nil || step.before.transactions.reporter(of: id) != nil
            },
            Law("A changed call is announced once, with its current values.") { $0.announcesOnce },
        ] + resumingLaws + screeningLaws

    var removed: [Call] {
        response.effects.compactMap { if case .callRemoved(let call) = $0 { call } else { nil } }
    }

    private var sessionIsHandedOver: Bool {
        var owner = before.audio.owner?.provider
        let lost = Set(before.providers.keys).subtracting(after.providers.keys)
        // The service sends nothing to a lost app.
        if let current = owner, lost.contains(current) { owner = nil }
        for case .send(_, let identifier, let signal) in response.effects {
            switch signal {
            case .didActivate:
                guard owner == nil || isRepeatedReport && owner == before.audio.owner?.provider else { return false }
                owner = after.providers.ids[identifier]
            case .didDeactivate:
                guard owner != nil, owner == after.providers.ids[identifier] else { return false }
                owner = nil
            case .didBegin, .didReset, .perform, .timedOut, .routeChanged, .startCallRequested: break
            }
        }
        return owner == after.audio.owner?.provider
    }

    /// Whether an app reports a call that the registry knows. An app that has the audio for it is told so again.
    private var isRepeatedReport: Bool {
        guard case .command(.reportExisting(_, let id, _), _) = event else { return false }
        return before.calls[id] != nil
    }

    private var completesOnce: Bool {
        var open: [TransactionID: [Client]] = before.transactions.open.mapValues(\.audience)
        // A request that is repeated after its transaction was completed gets no second completion.
        if case .transaction(let id) = response.answer, case .command(_, let caller) = event,
            !isRepetition || before.transactions[id]?.hasFailed == false
        {
            if open[id]?.contains(caller.client) != true { open[id, default: []].append(caller.client) }
        }
        for case .transactionCompleted(let client, let id, _, _) in response.effects {
            guard let place = open[id]?.firstIndex(of: client), after.transactions[id]?.hasFailed ?? true else {
                return false
            }
            open[id]?.remove(at: place)
        }
        return open.allSatisfy { id, clients in
            clients.isEmpty || after.transactions[id].map { Set($0.audience) == Set(clients) } ?? false
        }
    }

    private var runsTimers: Bool {
        let earlier = before.runningTimers
        var timers = earlier
        var delivered: Set<ActionID> = []
        var timed: Set<ActionID> = []
        var cancelled: Set<TimerKey> = []
        if case .timerFired(let key) = event { timers.remove(key) }
        for effect in response.effects {
            switch effect {
            case .startTimer(let key, _):
                guard timers.insert(key).inserted else { return false }
                if case .action(let id) = key { timed.insert(id) }
            case .cancelTimer(let key):
                timers.remove(key)
                cancelled.insert(key)
            case .send(_, _, .perform(let task)):
                if event == .timerFired(.again(task.action.id)), task.isRepeated { continue }
                let known = before.transactions.ofAction[task.action.id].flatMap { before.transactions[$0] }
                let wasDelivered = known?.actions.first { $0.id == task.action.id }?.progress == .delivered
                guard !wasDelivered, !task.isRepeated, delivered.insert(task.action.id).inserted else { return false }
            default: break
            }
        }
        guard delivered == timed else { return false }
        let later = after.runningTimers
        // A shell can set the ring timeout to 0: then a call that begins to ring, perhaps again, has no timer.
        if before.shells.state.ringTimeout == 0 {
            for case .ring(let call) in later where !earlier.contains(.ring(call)) || cancelled.contains(.ring(call)) {
                timers.insert(.ring(call))
            }
        }
        return timers == later
    }

    private var endsActionsOnce: Bool {
        var timedOut: Set<ActionID> = []
        for case .send(_, _, .timedOut(let id)) in response.effects {
            guard event == .timerFired(.action(id)), timedOut.insert(id).inserted else { return false }
            guard completion?.action.progress == .delivered, after.transactions.ofAction[id] == nil else {
                return false
            }
        }
        for (id, old) in before.transactions.open {
            for action in old.actions where action.progress == .completed {
                let now = after.transactions[id]?.actions.first { $0.id == action.id }?.progress
                // Its id may name a newer action, of another transaction.
                guard now == nil || now == .completed, after.transactions.ofAction[action.id] != id else {
                    return false
                }
            }
        }
        return true
    }

    private var waitsForSilence: Bool {
        for case .send(_, _, .perform(let task)) in response.effects where task.action.kind.takesAudio {
            guard let call = after.calls[task.action.call], !call.isObserved else { continue }
            for id in before.occupancy.occupants + before.occupancy.intruders where id != call.id {
                guard let other = after.calls[id], after.talks(id) else { continue }
                if other.provider != call.provider { return false }
                let swaps = after.providers[call.provider]?.configuration.holdsImplicitly == true && !other.emergency
                if other.group != call.group, !swaps { return false }
            }
        }
        return true
    }

    /// Other calls wait until this one has left the audio. A call occupies it while its app may make sound.
    private var staysAudible: Bool {
        for case .send(_, _, .perform(let task)) in response.effects where task.action.kind.takesAudio {
            let id = task.action.call
            guard after.calls[id]?.isObserved ?? true || after.occupancy.occupies(id) else { return false }
        }
        return before.occupancy.occupants.allSatisfy { id in
            // An intruder is in the way like a call that has the audio.
            after.calls[id].map { after.occupancy.occupies(id) || after.occupancy.intrudes(id) || $0.onHold } ?? true
        }
    }

    private var tellsOwners: Bool {
        for case .send(let client, let identifier, let signal) in response.effects {
            if case .didReset = signal { continue }
            let provider = after.providers[identifier] ?? (losesProviders ? before.providers[identifier] : nil)
            guard let provider, provider.client == client else { return false }
            guard case .perform(let task) = signal else { continue }
            let call = after.calls[task.action.call] ?? before.calls[task.action.call]
            guard call?.provider == provider.id else { return false }
        }
        return true
    }

    /// The service may tell a provider of the loss of another, and lose it in the same event.
    private var losesProviders: Bool {
        switch event {
        case .clientLost, .reset: true
        case .command, .timerFired, .sessionActivity, .policyChanged, .dateJumped, .restarted: false
        }
    }

    private var keepsGroupLimit: Bool {
        for effect in response.effects {
            switch effect {
            case .callAdded(let call):
                // A found call that joins a group adds none, also if emergency calls exceed the limit.
                guard !call.emergency, call.group == GroupID(call.id), let provider = after.providers[call.provider]
                else { continue }
                // A start may wait for the ends that its transaction asks for first.
                let count = after.groups(of: provider) { call in
                    call.state != .ending && !call.pending.contains { $0.kind == .end }
                }.count
                if count > provider.configuration.maximumCallGroups { return false }
            case .send(_, _, .perform(let task)):
                guard case .start = task.action.kind, let call = after.calls[task.action.call], !call.emergency,
                    let provider = after.providers[call.provider]
                else { continue }
                let count = after.groups(of: provider) { _ in true }.count
                if count > provider.configuration.maximumCallGroups { return false }
            default: continue
            }
        }
        return true
    }

    private var announcesOnce: Bool {
        var known = before.calls.known
        var touched: Set<CallID> = []
        for effect in response.effects {
            switch effect {
            case .callAdded(let call):
                guard known.updateValue(call, forKey: call.id) == nil else { return false }
                touched.insert(call.id)
            case .callChanged(let old, let new):
                guard known[new.id] == old, touched.insert(new.id).inserted else { return false }
                known[new.id] = new
            case .callRemoved(let call): guard known.removeValue(forKey: call.id) == call else { return false }
            default: break
            }
        }
        return known == after.calls.known
    }
}

extension Domain {
    fileprivate func talks(_ id: CallID) -> Bool { occupancy.occupies(id) || occupancy.intrudes(id) }

    /// The timers that should run in this state.
    var runningTimers: Set<TimerKey> {
        var timers: Set<TimerKey> = Set(
            alerts.ringing.keys.filter { calls[$0]?.supports.ending == true }.map { .ring($0) }
                + alerts.filtered.map { .repeatCaller($0) })
        for call in screenings.waiting.keys { timers.insert(.screening(call)) }
        if hasEmergencyWindow { timers.insert(.emergencyWindow) }
        for call in calls.values where call.outgoing && call.supports.ending && occupancy.isReady(call.id) {
            if call.state == .dialing || call.state == .connecting { timers.insert(.connect(call.id)) }
        }
        for transaction in transactions.values {
            for action in transaction.actions where action.progress == .delivered {
                timers.insert(.action(action.id))
                if action.restart == .survived, action.kind.mayBePerformedTwice { timers.insert(.again(action.id)) }
            }
        }
        return timers
    }
}

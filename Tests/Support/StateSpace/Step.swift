// SPDX-License-Identifier: MIT

@testable import CallCore

/// One event: what was before it, what it had done, and what is after it.
struct Step {
    let before: Domain
    let event: Event
    let response: Domain.Response
    let after: Domain

    /// A sentence, and whether it is true of a step.
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
            Law("No more groups than the limit are reported, asked for, or started, but for emergencies.") {
                $0.keepsGroupLimit
            }
        ]

    /// Those that are true also when an app lowers its limits, and what there is stays.
    static let lastingLaws = [
        Law("The audio is taken from one before another gets it, and nobody has it who was not told.") {
            $0.sessionIsHandedOver
        },
        Law("Every accepted transaction is told to be completed once, and is then over.") { $0.completesOnce },
        Law("Every action has its deadline from its delivery to its end, and is delivered once.") { $0.runsTimers },
        Law("Every action ends once: what is over stays over, and its time runs out once and not afterwards.") {
            $0.endsActionsOnce
        },
        Law("Nothing takes the audio before the calls of other groups have left it.") { $0.waitsForSilence },
        Law("Only its app, a loss, or a start that is not to be ends a call.") { step in
            step.removed.allSatisfy { step.mayEnd($0) }
        },
        Law("Why a call ended is what happened.") { step in step.removed.allSatisfy { step.endedTruly($0) } },
        Law("A call moves only by what its app does, or is told.") { $0.movesAsTold },
        Law("A VoIP call never ends a cellular one.") { $0.sparesCellularCalls },
        Law("An emergency call is never displaced, but by another that was there before it.") {
            $0.sparesEmergencyCalls
        },
        Law("Who is to make way for an emergency call cannot refuse to.") { $0.helpsInEmergency },
        Law("While an emergency call has the audio nothing begins to ring.") { $0.isQuietInEmergency },
        Law("A call that is held or ended says why.") { step in
            step.removed.allSatisfy { $0.reason != nil && $0.endedReason != nil }
                && step.after.calls.values.allSatisfy {
                    $0.state != .held || step.before.calls[$0.id]?.state != .active || $0.reason != nil
                }
        },
        Law("One app's loss, or refusal, ends no call of another.") { step in
            guard case .clientLost(let client) = step.event else { return true }
            return step.removed.allSatisfy { call in
                step.before.providers[call.provider]?.client == client || step.isUndeliveredStart(call)
                    || step.wasEarly(call, [.startCall, .answerCall, .endCall])
            }
        },
        Law("A request gets the transaction and the actions that it named, or those of another that do the same.") {
            $0.keepsNames
        },
        Law("A repeated request gets its transaction again, and nothing else happens.") { $0.repeatsNothing },
        Law("Each call is announced once, as it is.") { $0.announcesOnce },
    ]

    var removed: [Call] {
        response.effects.compactMap { if case .callRemoved(let call) = $0 { call } else { nil } }
    }

    private var sessionIsHandedOver: Bool {
        var owner = before.audio.owner?.provider
        let lost = Set(before.providers.keys).subtracting(after.providers.keys)
        // Who is gone is told nothing.
        if let current = owner, lost.contains(current) { owner = nil }
        for case .tell(_, let identifier, let signal) in response.effects {
            switch signal {
            case .didActivate:
                guard owner == nil else { return false }
                owner = after.providers.ids[identifier]
            case .didDeactivate:
                guard owner != nil, owner == after.providers.ids[identifier] else { return false }
                owner = nil
            case .didBegin, .didReset, .perform, .timedOut, .routeChanged, .startCallRequested: break
            }
        }
        return owner == after.audio.owner?.provider
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
        var timers = before.runningTimers
        var delivered: Set<ActionID> = []
        if case .timerFired(let key) = event { timers.remove(key) }
        for effect in response.effects {
            switch effect {
            case .startTimer(let key, _): guard timers.insert(key).inserted else { return false }
            case .cancelTimer(let key): timers.remove(key)
            case .tell(_, _, .perform(let task)):
                let known = before.transactions.ofAction[task.action.id].flatMap { before.transactions[$0] }
                let wasDelivered = known?.actions.first { $0.id == task.action.id }?.progress == .delivered
                guard !wasDelivered, delivered.insert(task.action.id).inserted else { return false }
            default: break
            }
        }
        // Of a shell that wants calls to ring for ever.
        let untimed =
            before.shells.state.ringTimeout > 0
            ? [] : Set(after.alerts.ringing.keys).subtracting(before.alerts.ringing.keys)
        return timers.union(untimed.map { .ring($0) }) == after.runningTimers
    }

    private var endsActionsOnce: Bool {
        var timedOut: Set<ActionID> = []
        for case .tell(_, _, .timedOut(let id)) in response.effects {
            guard event == .timerFired(.action(id)), timedOut.insert(id).inserted else { return false }
            guard before.transactions.ofAction[id] != nil, after.transactions.ofAction[id] == nil else { return false }
        }
        for (id, old) in before.transactions.open {
            for action in old.actions where action.progress == .completed {
                let now = after.transactions[id]?.actions.first { $0.id == action.id }?.progress
                guard now == nil || now == .completed, after.transactions.ofAction[action.id] == nil else {
                    return false
                }
            }
        }
        return true
    }

    private var waitsForSilence: Bool {
        for case .tell(_, _, .perform(let task)) in response.effects where task.action.kind.takesAudio {
            guard let call = after.calls[task.action.call] else { continue }
            for id in before.occupancy.occupants where id != call.id {
                guard let other = after.calls[id], after.occupancy.occupies(id) else { continue }
                if other.provider != call.provider { return false }
                let swaps = after.providers[call.provider]?.configuration.holdsImplicitly == true && !other.emergency
                if other.group != call.group, !swaps { return false }
            }
        }
        return true
    }

    private var keepsGroupLimit: Bool {
        for effect in response.effects {
            switch effect {
            case .callAdded(let call):
                guard !call.emergency, let provider = after.providers[call.provider] else { continue }
                let count = after.groups(of: provider) { $0.state != .ending }.count
                if count > provider.configuration.maximumCallGroups { return false }
            case .tell(_, _, .perform(let task)):
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
    /// The timers that run, as the effects had them started.
    fileprivate var runningTimers: Set<TimerKey> {
        var timers: Set<TimerKey> = Set(
            alerts.ringing.keys.map { .ring($0) } + alerts.filtered.map { .repeatCaller($0) })
        for call in calls.values where call.outgoing && occupancy.isReady(call.id) {
            if call.state == .dialing || call.state == .connecting { timers.insert(.connect(call.id)) }
        }
        for transaction in transactions.values {
            for action in transaction.actions where action.progress == .delivered { timers.insert(.action(action.id)) }
        }
        return timers
    }
}

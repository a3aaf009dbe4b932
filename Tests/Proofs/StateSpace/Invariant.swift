// SPDX-License-Identifier: MIT

@testable import CallCore

/// A sentence about a state, and the code that checks it.
struct Invariant: Sendable {
    let sentence: String
    let holds: @Sendable (Domain) -> Bool

    init(_ sentence: String, _ holds: @escaping @Sendable (Domain) -> Bool) {
        self.sentence = sentence
        self.holds = holds
    }

    /// These hold between any two events.
    static let all: [Invariant] = lasting + [members]

    /// These still hold after an app sets its limits below what exists.
    static let lasting: [Invariant] = audio + calls + providers + requests + screening + limits

    private static let audio = [
        Invariant("One group at most occupies the audio, except at a provider that swaps its calls by itself.") {
            domain in
            let calls = domain.occupancy.occupants.compactMap { domain.calls[$0] }
            return calls.allSatisfy { call in
                let isSwap = domain.providers[call.provider]?.configuration.holdsImplicitly == true
                return call.provider == calls[0].provider && (call.group == calls[0].group || isSwap)
            }
        },
        Invariant("The list of occupants has each of them once, and only calls that exist.") { domain in
            Set(domain.occupancy.occupants).count == domain.occupancy.occupants.count
                && domain.occupancy.occupants.allSatisfy { domain.calls[$0] != nil }
        },
        Invariant("A call is ready for the audio only while it occupies it.") { domain in
            domain.occupancy.ready.allSatisfy { domain.occupancy.occupies($0) }
        },
        Invariant("The audio has an owner exactly when a call is ready for it, and the owner has all ready calls.") {
            domain in
            // If a provider swaps two groups by itself, one of them owns the audio.
            let ready = domain.occupancy.occupants.filter { id in
                guard let call = domain.calls[id], domain.occupancy.isReady(id) else { return false }
                return domain.audio.owner.map { $0.group == call.group && $0.provider == call.provider } ?? true
            }
            return domain.audio.owner?.calls.isEmpty != true && Set(domain.audio.owner?.calls ?? []) == Set(ready)
                && domain.calls.values.allSatisfy { $0.hasAudio == ready.contains($0.id) }
        },
        Invariant("All calls of the owner of the audio belong to its group and its provider.") { domain in
            domain.audio.owner.map { owner in
                owner.calls.allSatisfy {
                    domain.calls[$0]?.group == owner.group && domain.calls[$0]?.provider == owner.provider
                }
            } ?? true
        },
        Invariant("An active call occupies the audio, or is to be held, or is to get the audio.") { domain in
            domain.calls.values.allSatisfy { call in
                call.state != .active || domain.occupancy.occupies(call.id) || call.isObserved
                    || call.pending.contains {
                        $0.kind == .setHeld(true) && domain.isNext($0) || $0.kind == .setHeld(false)
                    }
            }
        },
        Invariant("The list of intruders has each of them once, and an action holds, resumes or ends it.") {
            domain in
            let intruders = domain.occupancy.intruders.compactMap { domain.calls[$0] }
            return Set(intruders.map(\.id)).count == domain.occupancy.intruders.count
                && intruders.allSatisfy { call in
                    !domain.occupancy.occupies(call.id)
                        && call.pending.contains { $0.kind == .end || $0.kind.word == .setHeld }
                }
        },
        Invariant("A connecting call occupies the audio or intrudes.") { domain in
            domain.calls.values.allSatisfy {
                $0.state != .connecting || domain.occupancy.occupies($0.id) || domain.occupancy.intrudes($0.id)
                    || $0.isObserved
            }
        },
        Invariant("An observed call neither occupies the audio nor intrudes, and is alone in its group.") { domain in
            domain.calls.values.allSatisfy { call in
                !call.isObserved
                    || !domain.occupancy.occupies(call.id) && !domain.occupancy.intrudes(call.id) && !call.emergency
                        && domain.calls.values.allSatisfy { $0.group != call.group || $0.id == call.id }
            }
        },
        Invariant("No incoming call occupies the audio, and a held call only while its app resumes it.") {
            domain in
            domain.calls.values.allSatisfy { call in
                guard domain.occupancy.occupies(call.id), call.state == .incoming || call.state == .held else {
                    return true
                }
                return call.state == .held && call.pending.contains { $0.kind == .setHeld(false) && $0.isDelivered }
            }
        },
    ]

    private static let calls = [
        Invariant("Every call knows whether the primary shell mutes streams.") { domain in
            domain.calls.values.allSatisfy { $0.shellMutesStreams == domain.shells.state.mutesStreams }
        },
        Invariant("Every call knows whether its provider works as a modem.") { domain in
            domain.calls.values.allSatisfy {
                $0.isOfModem == (domain.providers[$0.provider]?.worksAsModem ?? false)
            }
        },
        Invariant("Every call knows whether it belongs in the recent calls.") { domain in
            domain.calls.values.allSatisfy {
                let ofProvider = domain.providers[$0.provider]?.configuration.includesCallsInRecents
                return $0.isInRecents == $0.includesInRecents ?? ofProvider
            }
        },
        Invariant("The shell mutes no call without a process, except one of a modem.") { domain in
            domain.calls.values.allSatisfy {
                !$0.isPerformedByShell(.setMuted(true)) || $0.streamProcess != 0
                    || domain.providers[$0.provider]?.worksAsModem == true
            }
        },
        Invariant("Every call has a provider, and the provider lists it once.") { domain in
            domain.calls.values.allSatisfy { domain.providers[$0.provider]?.calls.contains($0.id) == true }
                && domain.providers.values.map(\.calls.count).reduce(0, +) == domain.calls.count
        },
        Invariant("No call that has ended stays in the registry.") { domain in
            domain.calls.values.allSatisfy { !$0.hasEnded }
        },
        Invariant("The id of a call that exists is not among the ids of ended calls.") { domain in
            domain.calls.keys.allSatisfy { !domain.calls.used.contains($0) }
        },
        Invariant("A call rings exactly while it is incoming and no answer is accepted.") { domain in
            domain.calls.values.allSatisfy {
                ($0.state == .incoming && !$0.isAnswered) == (domain.alerts.ringing[$0.id] != nil)
            }
                && domain.alerts.ringing.keys.allSatisfy { domain.calls[$0] != nil }
        },
        Invariant("The registry knows which of the calls that ring are silenced.") { domain in
            Set(domain.alerts.ringing.keys.filter { domain.calls[$0]?.silenced == true }) == domain.alerts.silenced
        },
        Invariant("Only a call of a cellular provider is an emergency call.") { domain in
            domain.calls.values.allSatisfy {
                !$0.emergency || domain.providers[$0.provider]?.providerClass == .cellular
            }
        },
        Invariant("A call that is held for another is held or ending, and the other lists it once.") { domain in
            domain.calls.values.allSatisfy { call in
                guard let target = call.heldFor else { return true }
                let count = domain.occupancy.displaced[target]?.count { $0 == call.id }
                return (call.state == .held || call.state == .ending) && target != call.id && count == 1
            }
                && domain.occupancy.displaced.allSatisfy { owner, held in
                    held.allSatisfy { domain.calls[$0]?.heldFor == owner }
                }
        },
        Invariant("A call that was found held for a missing call is held, and waits for that call once.") { domain in
            let awaits = domain.occupancy.awaits
            return domain.occupancy.awaited.values.map(\.count).reduce(0, +) == awaits.count
                && awaits.allSatisfy { held, target in
                    domain.calls[held]?.onHold == true && domain.calls[held]?.heldFor == nil
                        && domain.calls[target] == nil && domain.occupancy.awaited[target]?.contains(held) == true
                }
        },
        Invariant("A group has the name of one of its calls, and belongs to one provider.") { domain in
            domain.calls.values.allSatisfy { call in
                let namesake = domain.calls[CallID(call.group)]
                return namesake?.group == call.group && namesake?.provider == call.provider
            }
        },
        Invariant("Only of a call whose start waits for its turn, reports are stored.") { domain in
            domain.calls.values.allSatisfy {
                domain.calls.earlyReports(of: $0.id) == EarlyReports() || $0.isWaitingToStart
            }
        },
        Invariant("Each ending call has one end-call action at its provider, and no other call has one.") { domain in
            domain.calls.values.allSatisfy { call in
                call.pending.count { $0.kind == .end && $0.isDelivered } == (call.state == .ending ? 1 : 0)
            }
        },
    ]

    private static let providers = [
        Invariant("Every provider is found by its identifier and by its connection.") { domain in
            domain.providers.values.allSatisfy { provider in
                domain.providers.ids[provider.identifier] == provider.id
                    && domain.providers.idsOfClient[provider.client]?.contains(provider.id) == true
            }
                && domain.providers.ids.count == domain.providers.count
                && domain.providers.idsOfClient.values.map(\.count).reduce(0, +) == domain.providers.count
        }
    ]

    private static let screening = [
        Invariant("A call waits only for a directory that exists, and its provider exists.") { domain in
            domain.screenings.waiting.values.allSatisfy {
                domain.hasDirectory && domain.providers[$0.call.provider] != nil
            }
        },
        Invariant("A call that waits for the directory is in no list, and its id is not among those of ended calls.") {
            domain in
            domain.screenings.waiting.allSatisfy { id, waiting in
                id == waiting.call.id && domain.calls[id] == nil && !domain.calls.used.contains(id)
                    && domain.providers[waiting.call.provider]?.calls.contains(id) == false
            }
        },
        Invariant("The index of the calls that wait has each of them once, at its provider.") { domain in
            let index = domain.screenings.ofProvider
            return index.values.map(\.count).reduce(0, +) == domain.screenings.waiting.count
                && domain.screenings.waiting.allSatisfy { id, waiting in
                    index[waiting.call.provider]?.contains(id) == true
                }
        },
        Invariant("No emergency call waits for the directory.") { domain in
            domain.screenings.waiting.values.allSatisfy { !$0.call.emergency }
        },
    ]

    private static let requests = [
        Invariant("While a transaction exists, a provider has an action to do.") { domain in
            domain.transactions.isEmpty || domain.transactions.values.contains { $0.current?.progress == .delivered }
        },
        Invariant("No transaction stays that could continue or is done.") { domain in
            domain.lane.runnable.isEmpty
                && domain.transactions.values.allSatisfy { ($0.current?.progress ?? .completed) != .completed }
        },
        Invariant("A transaction that waits is in the lane, or waits for a call that is ending.") { domain in
            domain.transactions.values.allSatisfy { transaction in
                transaction.current?.progress == .delivered || domain.lane.order.contains(transaction.id)
                    || domain.lane.waitingForEnd.contains { call, waiters in
                        waiters.contains(transaction.id) && domain.calls[call]?.state == .ending
                    }
            }
        },
        Invariant("The first transaction in the lane waits for an app, or for a call that is ending.") { domain in
            guard let head = domain.lane.first.flatMap({ domain.transactions[$0] }) else {
                return domain.lane.order.isEmpty
            }
            return head.current?.progress == .delivered || domain.calls.values.contains { $0.state == .ending }
        },
        Invariant("Only the first transaction in the lane holds, resumes or groups a call.") { domain in
            domain.transactions.values.allSatisfy { transaction in
                guard let action = transaction.current, action.progress == .delivered else { return true }
                switch action.kind {
                case .setHeld, .setGroup: return domain.lane.first == transaction.id
                case .start, .answer: return domain.lane.first != transaction.id
                case .end, .setMuted, .playDTMF: return true
                }
            }
        },
        Invariant("The lane is in order, emergencies first, and has each transaction once.") { domain in
            let waiting = domain.lane.order.compactMap { domain.transactions[$0] }
            // A transaction that enters late does not overtake the first one.
            let rest = waiting.dropFirst().map { domain.placeInLane(of: $0) }
            return waiting.count == domain.lane.order.count && Set(waiting.map(\.serial)).count == waiting.count
                && zip(rest, rest.dropFirst()).allSatisfy { $0 < $1 }
        },
        Invariant("During an emergency call no other call rings, except without a sound if it cannot be ended.") {
            domain in
            domain.emergencyCall == nil
                || domain.alerts.ringing.keys.allSatisfy { id in
                    guard let call = domain.calls[id], !call.emergency else { return true }
                    return !call.supports.ending && call.silenced
                }
        },
        Invariant("The pending actions of a call are the open actions of the transactions.") { domain in
            let open = domain.openActions.filter { domain.calls[$0.action.call] != nil }
            return open.count == domain.calls.values.map(\.pending.count).reduce(0, +)
                && open.allSatisfy { transaction, action in
                    domain.calls[action.call]?.pending.contains {
                        $0.action == action.id && $0.transaction == transaction && $0.kind == action.kind
                            && $0.isDelivered == (action.progress == .delivered)
                    } == true
                }
        },
        Invariant("The index of actions has each open action with its transaction, and no other action.") { domain in
            let open = domain.openActions
            return open.count == domain.transactions.ofAction.count
                && open.allSatisfy { domain.transactions.ofAction[$0.action.id] == $0.transaction }
        },
        Invariant("A held call that may resume does so when no call and no request is in its way.") { domain in
            domain.occupancy.resumable.isEmpty || !domain.occupancy.occupants.isEmpty || !domain.lane.order.isEmpty
        },
    ]

    private static let members = Invariant("No limit on calls and members of groups is exceeded.") { domain in
        domain.calls.count <= domain.limits.calls
            && domain.providers.values.allSatisfy { provider in
                let groups = domain.groups(of: provider) { _ in true }
                return groups.allSatisfy { group in
                    provider.calls.count { domain.calls[$0]?.group == group }
                        <= provider.configuration.maximumCallsPerCallGroup
                }
            }
    }

    private static let limits = [
        Invariant("The registry counts the transactions of each app.") { domain in
            var counts: [Account: Int] = [:]
            for case let account? in domain.transactions.values.map(\.requester?.account) {
                counts[account, default: 0] += 1
            }
            return counts == domain.transactions.counts
                && counts.values.allSatisfy { $0 <= domain.limits.transactionsPerApp }
        },
        Invariant("The registry counts what each app keeps, in bytes.") { domain in
            var costs = Costs()
            for provider in domain.providers.values { costs.apps.add(provider.cost, to: provider.account) }
            for transaction in domain.transactions.values {
                costs.requests.add(transaction.cost, to: transaction.requester?.account)
            }
            for shell in domain.shells.all { costs.shells.add(shell.cost, to: shell.account) }
            for call in domain.calls.values { costs.calls.add(call.cost, to: call.provider) }
            for waiting in domain.screenings.waiting.values {
                costs.calls.add(waiting.cost, to: waiting.call.provider)
            }
            costs.past =
                domain.stories.ended(after: 0).reduce(0) { $0 + $1.ended.cost }
                + domain.calls.lastFormer(1_000).reduce(0) { $0 + $1.cost }
            return costs == domain.costs
                && domain.alerts.filteredBytes
                    == domain.alerts.filtered.reduce(0) { $0 + Cost.entry + $1.cost }
        },
    ]
}

extension Domain {
    /// The actions that are not completed, each with its transaction.
    fileprivate var openActions: [(transaction: TransactionID, action: Action)] {
        transactions.values.flatMap { transaction in
            transaction.actions.filter { $0.progress != .completed }.map { (transaction.id, $0) }
        }
    }

    /// Whether the pending action is the current one of its transaction.
    fileprivate func isNext(_ pending: PendingAction) -> Bool {
        transactions[pending.transaction]?.current?.id == pending.action
    }
}

/// What a domain keeps, in bytes.
struct Costs: Equatable {
    var apps = Tally<Account>()
    var requests = Tally<Account?>()
    var shells = Tally<Account>()
    var calls = Tally<ProviderID>()
    var past = 0
}

extension Domain {
    /// As the registry counts it.
    var costs: Costs {
        var costs = Costs()
        (costs.apps, costs.requests, costs.shells) = (providers.costs, transactions.costs, shells.costs)
        costs.calls = calls.costs
        for (provider, cost) in screenings.costs.amounts { costs.calls.add(cost, to: provider) }
        costs.past = stories.ended.bytes + calls.used.bytes
        return costs
    }
}

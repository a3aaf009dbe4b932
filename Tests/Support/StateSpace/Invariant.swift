// SPDX-License-Identifier: MIT

@testable import CallCore

/// A sentence, and whether it is true of a state.
struct Invariant: Sendable {
    let sentence: String
    let holds: @Sendable (Domain) -> Bool

    init(_ sentence: String, _ holds: @escaping @Sendable (Domain) -> Bool) {
        self.sentence = sentence
        self.holds = holds
    }

    /// True between any two events.
    static let all: [Invariant] = lasting + [members]

    /// Those that are true also when an app lowers its limits, and what there is stays.
    static let lasting: [Invariant] = audio + calls + requests + limits

    private static let audio = [
        Invariant("Two groups never occupy the audio, but of a provider that swaps them by itself.") { domain in
            let calls = domain.occupancy.occupants.compactMap { domain.calls[$0] }
            return calls.allSatisfy { call in
                let isSwap = domain.providers[call.provider]?.configuration.holdsImplicitly == true
                return call.provider == calls[0].provider && (call.group == calls[0].group || isSwap)
            }
        },
        Invariant("Who occupies the audio is there, and knows; so does who does not.") { domain in
            let occupants = domain.occupancy.occupants
            return Set(occupants).count == occupants.count && occupants.allSatisfy { domain.calls[$0] != nil }
                && domain.occupancy.ready.allSatisfy { occupants.contains($0) }
        },
        Invariant("The audio has an owner exactly when a call is ready for it; it has all that are.") { domain in
            // Where a provider swaps two groups by itself, one of them owns it.
            let ready = domain.occupancy.occupants.filter { id in
                guard let call = domain.calls[id], domain.occupancy.isReady(id) else { return false }
                return domain.audio.owner.map { $0.group == call.group && $0.provider == call.provider } ?? true
            }
            return Set(domain.audio.owner?.calls ?? []) == Set(ready)
                && domain.calls.values.allSatisfy { $0.hasAudio == ready.contains($0.id) }
        },
        Invariant("The owner of the audio is the group and the provider of its calls.") { domain in
            domain.audio.owner.map { owner in
                owner.calls.allSatisfy {
                    domain.calls[$0]?.group == owner.group && domain.calls[$0]?.provider == owner.provider
                }
            } ?? true
        },
        Invariant("Nobody talks unheard of: who is active occupies the audio, or is told to hold or to take it.") {
            domain in
            domain.calls.values.allSatisfy { call in
                call.state != .active || domain.occupancy.occupies(call.id)
                    || call.pending.contains {
                        $0.kind == .setHeld(true) && domain.isNext($0) || $0.kind == .setHeld(false)
                    }
            }
        },
        Invariant(
            "Never two active groups: who talks beside those that have the audio intrudes, and is told what to do."
        ) {
            domain in
            let intruders = domain.occupancy.intruders.compactMap { domain.calls[$0] }
            return Set(intruders.map(\.id)).count == domain.occupancy.intruders.count
                && intruders.allSatisfy { call in
                    !domain.occupancy.occupies(call.id)
                        && call.pending.contains { $0.kind == .end || $0.kind.word == .setHeld }
                }
        },
        Invariant("Who connects occupies the audio, or intrudes.") { domain in
            domain.calls.values.allSatisfy {
                $0.state != .connecting || domain.occupancy.occupies($0.id) || domain.occupancy.intrudes($0.id)
            }
        },
        Invariant("Who is incoming does not occupy the audio; who is held only while it is told to resume.") { domain in
            domain.calls.values.allSatisfy { call in
                guard domain.occupancy.occupies(call.id), call.state == .incoming || call.state == .held else {
                    return true
                }
                return call.state == .held && call.pending.contains { $0.kind == .setHeld(false) && $0.isDelivered }
            }
        },
    ]

    private static let calls = [
        Invariant("Every call is with a provider, and the provider knows it.") { domain in
            domain.calls.values.allSatisfy { domain.providers[$0.provider]?.calls.contains($0.id) == true }
                && domain.providers.values.map(\.calls.count).reduce(0, +) == domain.calls.count
        },
        Invariant("No call that has ended is left.") { domain in domain.calls.values.allSatisfy { !$0.hasEnded } },
        Invariant("What is incoming rings unless its answer is accepted, and nothing else.") { domain in
            domain.calls.values.allSatisfy {
                ($0.state == .incoming && !$0.isAnswered) == (domain.alerts.ringing[$0.id] != nil)
            }
                && domain.alerts.ringing.keys.allSatisfy { domain.calls[$0] != nil }
        },
        Invariant("Who is held for a call is held, or ending, and that call knows.") { domain in
            domain.calls.values.allSatisfy { call in
                guard let target = call.heldFor else { return true }
                let count = domain.occupancy.displaced[target]?.count { $0 == call.id }
                return (call.state == .held || call.state == .ending) && target != call.id && count == 1
            }
                && domain.occupancy.displaced.allSatisfy { owner, held in
                    held.allSatisfy { domain.calls[$0]?.heldFor == owner }
                }
        },
        Invariant("A call that was found held for a call that is not there is held, and waits for it once.") { domain in
            let awaits = domain.occupancy.awaits
            return domain.occupancy.awaited.values.map(\.count).reduce(0, +) == awaits.count
                && awaits.allSatisfy { held, target in
                    domain.calls[held]?.onHold == true && domain.calls[held]?.heldFor == nil
                        && domain.calls[target] == nil && domain.occupancy.awaited[target]?.contains(held) == true
                }
        },
        Invariant("A group has the name of one of its calls, and is of one provider.") { domain in
            domain.calls.values.allSatisfy { call in
                let namesake = domain.calls[CallID(call.group)]
                return namesake?.group == call.group && namesake?.provider == call.provider
            }
        },
        Invariant("Who is ending has one end-call action at its provider, and nobody else has.") { domain in
            domain.calls.values.allSatisfy { call in
                call.pending.count { $0.kind == .end && $0.isDelivered } == (call.state == .ending ? 1 : 0)
            }
        },
    ]

    private static let requests = [
        Invariant("Nobody waits for nobody: while a transaction is left, some provider has an action.") { domain in
            domain.transactions.isEmpty || domain.transactions.values.contains { $0.current?.progress == .delivered }
        },
        Invariant("No transaction that could go on, or is done, is left.") { domain in
            domain.lane.runnable.isEmpty
                && domain.transactions.values.allSatisfy { ($0.current?.progress ?? .completed) != .completed }
        },
        Invariant("Who waits is in the lane, or waits for a call that is ending.") { domain in
            domain.transactions.values.allSatisfy { transaction in
                transaction.current?.progress == .delivered || domain.lane.order.contains(transaction.id)
                    || domain.lane.waitingForEnd.contains { call, waiters in
                        waiters.contains(transaction.id) && domain.calls[call]?.state == .ending
                    }
            }
        },
        Invariant("The first in the lane waits for an app, or for a call that is ending.") { domain in
            guard let head = domain.lane.first.flatMap({ domain.transactions[$0] }) else {
                return domain.lane.order.isEmpty
            }
            return head.current?.progress == .delivered || domain.calls.values.contains { $0.state == .ending }
        },
        Invariant("Only the first in the lane has a hold, a resume or a change of groups done.") { domain in
            domain.transactions.values.allSatisfy { transaction in
                guard let action = transaction.current, action.progress == .delivered else { return true }
                switch action.kind {
                case .setHeld, .setGroup: return domain.lane.first == transaction.id
                case .start, .answer: return domain.lane.first != transaction.id
                case .end, .setMuted, .playDTMF: return true
                }
            }
        },
        Invariant("The lane is in order, emergency first, and has nobody twice.") { domain in
            let waiting = domain.lane.order.compactMap { domain.transactions[$0] }
            // Who enters late does not overtake the one whose turn it is.
            let rest = waiting.dropFirst().map { domain.placeInLane(of: $0) }
            return waiting.count == domain.lane.order.count && Set(waiting.map(\.serial)).count == waiting.count
                && zip(rest, rest.dropFirst()).allSatisfy { $0 < $1 }
        },
        Invariant("In an emergency nothing rings but what is told to end.") { domain in
            domain.emergencyCall == nil || domain.alerts.ringing.keys.allSatisfy { domain.calls[$0]?.emergency == true }
        },
        Invariant("What is pending at a call is what its transaction has, and the other way round.") { domain in
            domain.calls.values.allSatisfy { call in
                call.pending.allSatisfy { pending in
                    let known = domain.transactions[pending.transaction]?.actions.first { $0.id == pending.action }
                    return known?.call == call.id && known?.kind == pending.kind
                        && known?.progress == (pending.isDelivered ? .delivered : .waiting)
                        && domain.transactions.ofAction[pending.action] == pending.transaction
                }
            }
        },
        Invariant("Every action that is not over can be found, and no other.") { domain in
            let open = domain.transactions.values.flatMap { transaction in
                transaction.actions.filter { $0.progress != .completed }.map(\.id)
            }
            return Set(open) == Set(domain.transactions.ofAction.keys)
        },
        Invariant("No two actions of the transactions that are left have one id.") { domain in
            let ids = domain.transactions.values.flatMap { $0.actions.filter { $0.progress != .completed }.map(\.id) }
            return Set(ids).count == ids.count
        },
        Invariant("A held call that may resume does, once nobody is in its way.") { domain in
            domain.occupancy.resumable.isEmpty || !domain.occupancy.occupants.isEmpty || !domain.lane.order.isEmpty
        },
    ]

    private static let members = Invariant("Nobody has more calls, groups or members than the limits say.") { domain in
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
        Invariant("The requests of each connection are counted well.") { domain in
            var counts: [Client: Int] = [:]
            for case let caller? in domain.transactions.values.map(\.requester) {
                counts[caller.client, default: 0] += 1
            }
            return counts == domain.transactions.counts
                && counts.values.allSatisfy { $0 <= domain.limits.transactionsPerClient }
        }
    ]
}

extension Domain {
    /// Whether it is the turn of a pending action in its transaction.
    fileprivate func isNext(_ pending: PendingAction) -> Bool {
        transactions[pending.transaction]?.current?.id == pending.action
    }
}

// SPDX-License-Identifier: MIT

@testable import CallCore

/// What is true of a domain between any two events.
extension Domain {
    func checkInvariants() throws {
        try checkAudio()
        try checkCalls()
        try checkTransactions()
        try checkProviders()
        try checkStories()
    }

    private func checkAudio() throws {
        let groups = Set(occupancy.occupants.compactMap { calls[$0] }.map { [$0.group.name, String($0.provider)] })
        let swapping = Set(occupancy.occupants.compactMap { calls[$0]?.provider })
        let isSwap = swapping.count == 1 && providers[swapping.first ?? 0]?.configuration.holdsImplicitly == true
        try demand(groups.count <= 1 || isSwap, "two groups occupy the audio: \(occupancy.occupants.map(\.name))")
        try demand(Set(occupancy.occupants).count == occupancy.occupants.count, "an occupant is listed twice")
        for (id, call) in calls.known {
            let owns = audio.owner?.calls.contains(id) ?? false
            try demand(call.hasAudio == owns, "\(id.name): HasAudio is \(call.hasAudio)")
            try demand(occupancy.occupies(call.id) == occupancy.occupants.contains(id), "\(id.name): occupies or not?")
            try demand(
                !occupancy.isReady(call.id) || occupancy.occupies(call.id), "\(id.name): ready without occupying")
            try demand(!owns || occupancy.isReady(call.id), "\(id.name): owns without being ready")
            try demand(!owns || call.group == audio.owner?.group, "\(id.name): owns in another group")
            try demand(
                call.state != .incoming || emergencyCall == nil || call.emergency, "\(id.name): rings in an emergency")
            try demand(!call.emergency || isCellular(call), "\(id.name): claims to be an emergency")
            try demand(
                call.state != .active || occupancy.occupies(call.id) || isLeaving(call), "\(id.name): talks unheard of")
        }
        try demand(occupancy.occupants.allSatisfy { calls[$0] != nil }, "a ghost occupies the audio")
        let isReady = occupancy.occupants.contains { occupancy.isReady($0) }
        try demand(isReady == (audio.owner != nil), "the audio is \(isReady ? "withheld" : "owned by nobody")")
        try demand(alerts.ringing.keys.allSatisfy { calls[$0]?.state == .incoming }, "rings in vain")
        try demand(
            calls.values.allSatisfy {
                alerts.ringing[$0.id] == nil ? $0.state != .incoming || $0.isAnswered : !$0.isAnswered
            },
            "does not ring, or rings although it is answered")
        try demand(
            alerts.ringing.keys.count { calls[$0]?.silenced == true } == alerts.silenced.count,
            "silenced are miscounted")
    }

    /// A call that was reported active while another had the audio, and is told to hold, or waits for its turn.
    private func isLeaving(_ call: Call) -> Bool {
        call.pending.contains {
            switch $0.kind {
            case .setHeld(true): $0.action == transactions[$0.transaction]?.current?.id
            case .setHeld(false): true
            case .start, .answer, .end, .setMuted, .setGroup, .playDTMF: false
            }
        }
    }

    private func isCellular(_ call: Call) -> Bool { providers[call.provider]?.providerClass == .cellular }

    private func checkCalls() throws {
        for (id, call) in calls.known {
            try demand(!call.hasEnded, "\(id.name) has ended and is still there")
            try demand(providers[call.provider]?.calls.contains(id) == true, "\(id.name) is not at its provider")
            try demand(!calls.isUsed(id), "\(id.name) is among the ended")
            for pending in call.pending {
                try demand(transactions.ofAction[pending.action] == pending.transaction, "\(id.name): pending is stale")
            }
            if let target = call.heldFor {
                try demand(
                    occupancy.displaced[target]?.contains(id) == true, "\(id.name): held for \(target.name) in vain")
                try demand(call.state == .held || call.state == .ending, "\(id.name): held for, and not held")
            }
            let displaced = occupancy.displaced[id] ?? []
            try demand(Set(displaced).count == displaced.count, "\(id.name): displaced twice")
            try demand(displaced.allSatisfy { calls[$0]?.heldFor == id }, "\(id.name): displaced a stranger")
        }
    }

    private func checkTransactions() throws {
        try demand(lane.runnable.isEmpty, "a transaction could go on")
        for (id, transaction) in transactions.open {
            guard let current = transaction.current else { throw Model.Objection("a transaction is done and not over") }
            try demand(current.progress != .completed, "a transaction hangs behind a completed action")
            try demand(
                current.progress == .delivered || lane.order.contains(id)
                    || lane.waitingForEnd.values.contains { $0.contains(id) }, "a transaction waits for nothing")
            for action in transaction.actions[transaction.next...] where action.progress != .completed {
                try demand(transactions.ofAction[action.id] == id, "an action is not indexed")
                let pending = calls[action.call]?.pending.first { $0.action == action.id }
                try demand(
                    calls[action.call] == nil || pending?.isDelivered == (action.progress == .delivered),
                    "\(action.words): pending is inconsistent")
            }
        }
        try demand(transactions.ofAction.values.allSatisfy { transactions[$0] != nil }, "an indexed action is over")
        try demand(Set(lane.order).count == lane.order.count, "a transaction is in the lane twice")
        try demand(lane.order.allSatisfy { transactions[$0] != nil }, "a transaction in the lane is over")
        try demand(
            occupancy.resumable.isEmpty || !occupancy.occupants.isEmpty || !lane.order.isEmpty, "a call could resume")
    }

    /// Whoever reads a story to its end knows how the call stands.
    private func checkStories() throws {
        guard limits.momentsPerCall > 0 else { return }
        try demand(stories.live.count == calls.count, "\(stories.live.count) stories of \(calls.count) calls")
        for (id, call) in calls.known {
            guard let story = stories.live[id] else { throw Model.Objection("\(id.name) has no story") }
            try demand(story.moments.count <= limits.momentsPerCall, "\(id.name): the story is too long")
            try demand(story.moments.first?.what == .appeared, "\(id.name): the story has no beginning")
            guard story.omitted == 0 else { continue }
            let told = story.moments
            try demand(told.last { $0.state != nil }?.state == call.state, "\(id.name): the story tells another State")
            let hasAudio = told.last { $0.what == .audioGained || $0.what == .audioLost }?.what == .audioGained
            try demand(hasAudio == call.hasAudio, "\(id.name): the story tells another HasAudio")
            let isMuted = told.last { $0.what == .muted || $0.what == .unmuted }?.what == .muted
            try demand(isMuted == call.muted, "\(id.name): the story tells another Muted")
        }
        for ended in recentlyEnded {
            try demand(ended.story.moments.last?.what == .ended, "the story of \(ended.call.id.name) does not end")
        }
    }

    private func checkProviders() throws {
        for provider in providers.values {
            try demand(
                provider.calls.allSatisfy { calls[$0]?.provider == provider.id }, "a provider has a strange call")
            try demand(providers.ids[provider.identifier] == provider.id, "a provider cannot be found")
            try demand(
                providers.idsOfClient[provider.client]?.contains(provider.id) == true, "a provider has no client")
        }
        try demand(providers.ids.count == providers.count, "an identifier is without provider")
        try demand(providers.idsOfClient.values.map(\.count).reduce(0, +) == providers.count, "a client is miscounted")
    }

    /// Every delivered action has its deadline, and no timer is for nothing.
    func checkTimers(_ timers: Set<TimerKey>) throws {
        var due: Set<ActionID> = []
        for transaction in transactions.values {
            if let current = transaction.current, current.progress == .delivered { due.insert(current.id) }
        }
        for case .action(let action) in timers {
            try demand(due.remove(action) != nil, "a timer runs for an action that is over")
        }
        try demand(due.isEmpty, "an action has no deadline")
        for case .ring(let call) in timers {
            try demand(alerts.ringing[call] != nil, "a timer runs for a call that rings not")
        }
        for call in calls.values {
            let connects =
                call.outgoing && occupancy.isReady(call.id) && (call.state == .dialing || call.state == .connecting)
            try demand(timers.contains(.connect(call.id)) == connects, "\(call.id.name): has how long to connect?")
        }
        for case .connect(let call) in timers { try demand(calls[call] != nil, "a timer runs for a call that is gone") }
    }

    /// What is true when no app has anything to do and no timer runs.
    func checkRest() throws {
        try demand(transactions.isEmpty, "a transaction never ends")
        try demand(lane.order.isEmpty, "the lane is never free")
        try demand(occupancy.resumable.isEmpty, "a call never resumes")
        try demand(lane.waitingForEnd.isEmpty, "somebody waits for an end for ever")
        try demand(transactions.ofAction.isEmpty, "an action is indexed for ever")
        try demand(calls.values.allSatisfy(\.pending.isEmpty), "an action is pending for ever")
        try demand(calls.values.allSatisfy { $0.state != .ending }, "a call ends for ever")
    }

    private func demand(_ holds: Bool, _ objection: @autoclosure () -> String) throws {
        if !holds { throw Model.Objection(objection()) }
    }
}

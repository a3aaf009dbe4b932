// SPDX-License-Identifier: MIT

/// Refuses what a condition does not allow. Call it before anything changes.
func require(_ condition: Bool, _ code: CallError.Code, _ message: @autoclosure () -> String) throws(CallError) {
    if !condition { throw CallError(code, message()) }
}

/// Calls: found, inserted, ended, counted.
extension Domain {
    /// A call that has not ended.
    func live(_ id: CallID) -> Call? {
        guard let call = calls[id], !call.hasEnded else { return nil }
        return call
    }

    /// A live call and its provider, or the error for the caller.
    func find(_ id: CallID, unknown: CallError.Code) throws(CallError) -> (call: Call, provider: Provider) {
        guard let call = live(id), let provider = providers[call.provider] else {
            throw CallError(unknown, "There is no call \(id); it may have ended.")
        }
        return (call, provider)
    }

    /// Begins to list a new call.
    mutating func insert(_ new: Call, foundIn group: GroupID? = nil) {
        var call = new
        call.shellMutesStreams = shells.state.mutesStreams
        call.follow(providers[call.provider])
        calls.insert(call, foundIn: group)
        providers.addCall(call.id, to: call.provider)
        holdAwaiting(call)
    }

    /// The one way in which a call ends. Legal in every state but `ended`, in which it does nothing. `provider`: that
    /// of the call, if it is removed already.
    mutating func end(
        _ id: CallID, as endedReason: EndedReason, because reason: Reason, for other: CallID? = nil,
        at time: Time = 0, of provider: Provider? = nil
    ) {
        guard let call = live(id) else { return }
        let endedReason = call.endedReason(reportedAs: endedReason)
        let isWanted = endedReason.isLocal || call.state == .ending
        let mayResume = isWanted || !call.hasConnected || shells.state.autoResume
        let endedAt = time == 0 ? now : time
        calls.end(id, of: provider ?? providers[call.provider], at: now) {
            $0.state = .ended
            $0.endedReason = endedReason
            $0.endedAt = endedAt
            $0.noteMove(because: reason, for: other)
            $0.pending = []
            $0.postDial = ""
        }
        if call.emergency { output.effects += openEmergencyWindow() }
        keep(id, heldFor: nil)
        occupancy.forgetResumptions(of: id)
        providers.removeCall(id, from: call.provider)
        stopRinging(id)
        leaveName(of: call)
        leaveAudio(id)
        release(heldFor: id, mayResume: mayResume, mayReturn: reason == .providerLost)
        let failure = Action.Failure(reason: reason.asFailure, call: id, mayResume: mayResume)
        for pending in call.pending { resolve(pending, failure) }
    }

    /// The groups of those of a provider's calls that count.
    func groups(of provider: Provider, where isCounted: (Call) -> Bool) -> Set<GroupID> {
        var groups: Set<GroupID> = []
        for member in provider.calls {
            guard let call = live(member), isCounted(call) else { continue }
            groups.insert(call.group)
        }
        for call in screenings.calls(of: provider.id) where isCounted(call) { groups.insert(call.group) }
        return groups
    }

    /// The live members of a call's group, with the call itself.
    func members(ofGroupOf call: Call) -> [Call] {
        guard let provider = providers[call.provider] else { return [] }
        if call.group == GroupID(call.id), provider.calls == [call.id] { return [call] }
        return provider.calls.compactMap { live($0) }.filter { $0.group == call.group }
    }

    /// Refuses one group more than the provider may have, and names the calls that use them up. A call that is about to
    /// end does not count.
    func checkGroups(
        of provider: Provider, _ code: CallError.Code, _ plan: Plan = Plan(), except id: CallID? = nil
    ) throws(CallError) {
        let maximum = maximumGroups(of: provider)
        let isBlocking = { (call: Call) in
            call.id != id && call.state != .ending && plan.states[call.id] != .ended
        }
        let starts = plan.starts[provider.id] ?? 0
        guard groups(of: provider, where: isBlocking).count + starts >= maximum else { return }
        let blocking = provider.calls.filter { live($0).map(isBlocking) ?? false }
        let names = blocking.prefix(8).map(\.description).joined(separator: ", ")
        throw CallError(
            code,
            "\(provider.identifier) may have \(maximum) groups of calls at once; in use by \(names). End one first.")
    }

    func maximumGroups(of provider: Provider) -> Int {
        min(provider.configuration.maximumCallGroups, limits.callsPerApp)
    }
}

/// The time to connect: an outgoing call whose start is fulfilled must connect before its timer fires, if it can be
/// ended.
extension Domain {
    mutating func connectTimedOut(_ id: CallID) {
        guard let call = live(id), isConnecting(call) else { return }
        beginInserted(.end, of: [id], because: .connectTimedOut)
    }

    /// The start or the end of a call's timer, which runs exactly while the call connects; nil = neither.
    mutating func connectTimer(of call: Call) -> Effect? {
        guard call.outgoing else { return nil }
        let connects = isConnecting(call)
        guard calls.setConnecting(call.id, connects) else { return nil }
        return connects ? .startTimer(.connect(call.id), after: deadlines.connect) : .cancelTimer(.connect(call.id))
    }

    /// True from the fulfilment of a start until the call is connected or about to end.
    private func isConnecting(_ call: Call) -> Bool {
        guard call.outgoing, call.supports.ending, occupancy.isReady(call.id) else { return false }
        switch call.state {
        case .dialing, .connecting: return true
        case .incoming, .active, .held, .ending, .ended: return false
        }
    }
}

/// The times of calls are dates, because people and other programs read them. When the date is set, the times of the
/// calls that go on move with it. So their differences, also the one to now, are the times that passed.
extension Domain {
    /// Whether there are calls whose times move with the date.
    package var hasTimes: Bool { !calls.isEmpty || !screenings.waiting.isEmpty }

    mutating func moveTimes(by microseconds: Int64) {
        for call in calls.values.sorted(by: { ($0.startedAt, $0.id.low) < ($1.startedAt, $1.id.low) }) {
            calls.update(call.id) { $0.moveTimes(by: microseconds) }
        }
        for call in screenings.inOrder { screenings.update(call.id) { $0.moveTimes(by: microseconds) } }
    }
}

extension Call {
    fileprivate mutating func moveTimes(by microseconds: Int64) {
        startedAt = startedAt.moved(by: microseconds)
        connectingAt = connectingAt.moved(by: microseconds)
        connectedAt = connectedAt.moved(by: microseconds)
    }
}

extension Time {
    /// 0 is no time, and stays. No date is before 1970.
    fileprivate func moved(by microseconds: Int64) -> Time {
        guard self != 0 else { return 0 }
        let (moved, overflows) = Int64(clamping: self).addingReportingOverflow(microseconds)
        return overflows ? self : Time(Swift.max(moved, 1))
    }
}

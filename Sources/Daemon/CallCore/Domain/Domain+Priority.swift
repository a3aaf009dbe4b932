// SPDX-License-Identifier: MIT

/// The order of calls when one of two must end: an emergency call before all others, a cellular call before VoIP.
extension Domain {
    /// Whether a call must not be ended to make room for another at the request of this caller; nil = at the service's
    /// own. A call that can be held needs no protection. A call that cannot be ended is protected from every request,
    /// but neither from an emergency call nor from a cellular call that talks already.
    func isProtected(_ obstacle: Call, from call: Call, for caller: Caller?, talksAlready: Bool = false) -> Bool {
        guard obstacle.state != .ending, !canHold(obstacle), let provider = providers[obstacle.provider] else {
            return false
        }
        if obstacle.emergency || call.emergency { return obstacle.emergency }
        if !obstacle.supports.ending, !talksAlready || !outranks(call, obstacle) { return true }
        if outranks(obstacle, call) { return true }
        guard let caller else { return false }
        return !caller.mayDisplace(obstacle, of: provider)
    }

    /// Whether a call comes before another by its kind alone.
    func outranks(_ call: Call, _ other: Call) -> Bool {
        if call.emergency || other.emergency { return !other.emergency }
        return providers[call.provider]?.providerClass == .cellular && providers[other.provider]?.providerClass == .voip
    }

    /// Whether a call that cannot be held takes the audio from another that has it.
    func comesBefore(_ call: Call, _ other: Call) -> Bool {
        isProtected(call, from: other, for: nil) && mayMakeWay(other, for: call)
    }

    /// Whether a call may lose the audio to one that talks already.
    func mayMakeWay(_ owner: Call, for call: Call) -> Bool {
        !outranks(owner, call) && !isProtected(owner, from: call, for: nil, talksAlready: true)
    }

    /// Whether a call can be held to make room: it talks, its provider can hold it, has not refused to and responds, it
    /// is not an emergency call, and the hold has the intended effect.
    func canHold(_ call: Call) -> Bool {
        call.state == .active && call.supports.holding && !call.holdRefused && !call.emergency
            && occupancy.resumptions[call.id, default: 0] < 2
            && providers[call.provider]?.isUnresponsive == false && !isSwapOut(call)
    }

    /// Whether a hold of this call makes another call talk, because a provider that holds by itself swaps its groups.
    private func isSwapOut(_ call: Call) -> Bool {
        guard let provider = providers[call.provider], provider.configuration.holdsImplicitly == true else {
            return false
        }
        return provider.calls.contains { id in
            guard let other = live(id), other.group != call.group, !other.isObserved else { return false }
            return other.state == .active || other.state == .held
        }
    }

    /// Whether one of the remaining actions of a transaction gives the audio to an emergency call.
    func isEmergency(_ transaction: Transaction) -> Bool {
        transaction.actions[transaction.next...].contains { takesAudioForEmergency($0) }
    }

    /// Whether this action makes room for an emergency call. Then the provider cannot refuse: the service ends the
    /// call that it does not hold, and a call that it does not end is over anyway.
    func isForEmergency(_ action: Action, in transaction: Transaction) -> Bool {
        switch action.kind {
        case .end, .setHeld(true): break
        case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF: return false
        }
        // The call may have turned out to be an emergency call since.
        if calls[action.call]?.emergency == true { return false }
        if transaction.cause == .endedForEmergency { return true }
        return transaction.actions[transaction.next...].contains {
            $0.call != action.call && takesAudioForEmergency($0)
        }
    }

    /// Whether the provider cannot refuse this action. It also cannot when a call with priority talks already: no user
    /// requested the action and could try again, and two providers that refuse would continue for ever.
    func mustMakeWay(_ action: Action, in transaction: Transaction) -> Bool {
        if transaction.cause == .hasPriority, let call = calls[action.call], !call.emergency {
            guard action.kind == .end || action.kind == .setHeld(true) else { return false }
            // A cellular call that came meanwhile need not make way for a VoIP call that cannot be ended.
            return transaction.actions.last.flatMap { calls[$0.call] }.map { !outranks(call, $0) } ?? true
        }
        return isForEmergency(action, in: transaction)
    }

    private func takesAudioForEmergency(_ action: Action) -> Bool {
        action.kind.takesAudio && action.failure == nil && calls[action.call]?.emergency == true
    }

    /// The emergency call that has the audio, or is on its way to it.
    var emergencyCall: CallID? { occupancy.occupants.first { calls[$0]?.emergency == true } }

    /// An emergency call occupies the audio now: ends the calls that ring or wait to be answered, as missed. A call
    /// that cannot be ended rings on without a sound.
    mutating func silenceRinging(for emergency: CallID) {
        guard emergencyCall == emergency else { return }
        let answered = lane.order.compactMap { transactions[$0] }.flatMap { transaction in
            transaction.actions[transaction.next...].filter { $0.kind == .answer && $0.failure == nil }.map(\.call)
        }
        for call in (alertCalls + answered).compactMap({ live($0) })
        where !call.emergency && call.state == .incoming && !isToEndForEmergency(call) {
            guard call.supports.ending else {
                silence(call.id)
                continue
            }
            beginInserted(.end, of: [call.id], because: .endedForEmergency, for: emergency)
        }
    }

    private func isToEndForEmergency(_ call: Call) -> Bool {
        call.pending.contains { $0.kind == .end && transactions[$0.transaction]?.cause == .endedForEmergency }
    }

    /// Refuses a call that must not ring now, so that it does not disturb an emergency call.
    func checkEmergency(allows call: Call) throws(CallError) {
        guard !call.emergency, emergencyCall != nil else { return }
        // The text does not say why, because not every app may know it.
        throw CallError(
            .incomingCallIsProtected,
            "A call that must not be disturbed has the audio. Do not ring; it counts as missed.")
    }

    /// Refuses the claim that a call of an app is an emergency call.
    func checkClaim(of emergency: Bool, _ provider: Provider, _ code: CallError.Code) throws(CallError) {
        guard emergency, provider.providerClass != .cellular else { return }
        throw CallError(
            code,
            "\(provider.identifier) is not a cellular provider in the administrator's configuration, so it cannot have "
                + "emergency calls. Leave Emergency out.")
    }
}

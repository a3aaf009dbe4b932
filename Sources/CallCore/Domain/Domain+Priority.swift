// SPDX-License-Identifier: MIT

/// Who comes before whom where one of two calls must go: an emergency call before all, a cellular call before VoIP.
extension Domain {
    /// Whether a call must not be ended to make room for another, at the wish of this caller; nil = the registry's own.
    /// What can be held needs no protection.
    func isProtected(_ obstacle: Call, from call: Call, for caller: Caller?) -> Bool {
        guard obstacle.state != .ending, !canHold(obstacle), let provider = providers[obstacle.provider] else {
            return false
        }
        if obstacle.emergency || call.emergency { return obstacle.emergency }
        if outranks(obstacle, call) { return true }
        guard let caller else { return false }
        return !caller.mayDisplace(obstacle, of: provider)
    }

    /// Whether a call is more than another whatever becomes of them.
    func outranks(_ call: Call, _ other: Call) -> Bool {
        if call.emergency || other.emergency { return !other.emergency }
        return providers[call.provider]?.providerClass == .cellular && providers[other.provider]?.providerClass == .voip
    }

    /// Whether a call that cannot be held takes the audio from another that has it.
    func comesBefore(_ call: Call, _ other: Call) -> Bool {
        isProtected(call, from: other, for: nil) && !isProtected(other, from: call, for: nil)
    }

    /// Whether a call can be held to make room: it talks, its provider can hold it and answers, it is no emergency call, and
    /// the hold has the effect that it is meant to have.
    func canHold(_ call: Call) -> Bool {
        call.state == .active && call.supports.holding && !call.emergency && call.resumptions < 2
            && providers[call.provider]?.isUnresponsive == false && !isSwapOut(call)
    }

    /// Whether a hold of this call makes another call talk: a provider that holds by itself swaps its groups.
    private func isSwapOut(_ call: Call) -> Bool {
        guard let provider = providers[call.provider], provider.configuration.holdsImplicitly == true else {
            return false
        }
        return provider.calls.contains { id in
            guard let other = live(id), other.group != call.group else { return false }
            return other.state == .active || other.state == .held
        }
    }

    /// Whether something that is left to do in a transaction gives the audio to an emergency call.
    func isEmergency(_ transaction: Transaction) -> Bool {
        transaction.actions[transaction.next...].contains { takesAudioForEmergency($0) }
    }

    /// Whether this makes way for an emergency call. Then a provider has no say: what it does not hold is ended, and what
    /// it does not end has ended all the same.
    func isForEmergency(_ action: Action, in transaction: Transaction) -> Bool {
        switch action.kind {
        case .end, .setHeld(true): break
        case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF: return false
        }
        // It may have turned out to be one since.
        if calls[action.call]?.emergency == true { return false }
        if transaction.cause == .endedForEmergency { return true }
        return transaction.actions[transaction.next...].contains {
            $0.call != action.call && takesAudioForEmergency($0)
        }
    }

    /// Whether a provider has no say in this. Nor has it where a call that comes first talks already: no user is there to try
    /// again, and two that refuse would go on for ever.
    func mustMakeWay(_ action: Action, in transaction: Transaction) -> Bool {
        if transaction.cause == .hasPriority, calls[action.call]?.emergency == false {
            return action.kind == .end || action.kind == .setHeld(true)
        }
        return isForEmergency(action, in: transaction)
    }

    private func takesAudioForEmergency(_ action: Action) -> Bool {
        action.kind.takesAudio && action.failure == nil && calls[action.call]?.emergency == true
    }

    /// The emergency call that has the audio, or is on its way to it.
    var emergencyCall: CallID? { occupants.first { calls[$0]?.emergency == true } }

    /// Ends what rings, or waits to be answered, as missed, where an emergency call has come to the audio.
    mutating func silenceRinging(for emergency: CallID) {
        guard emergencyCall == emergency else { return }
        let answered = lane.compactMap { transactions[$0] }.flatMap { transaction in
            transaction.actions[transaction.next...].filter { $0.kind == .answer && $0.failure == nil }.map(\.call)
        }
        for id in alertCalls + answered where calls[id]?.emergency == false && calls[id]?.state == .incoming {
            beginInserted(.end, of: [id], because: .endedForEmergency, for: emergency)
        }
    }

    /// Refuses a call that must not ring now: nobody is disturbed who calls for help.
    func checkEmergency(allows update: CallUpdate) throws(CallError) {
        guard update.emergency != true, emergencyCall != nil else { return }
        // Not every app may know why.
        throw CallError(
            .incomingCallIsProtected,
            "A call that must not be disturbed has the audio. Do not ring; it counts as missed.")
    }

    /// Refuses the claim to be an emergency call. Apps cannot make it.
    func checkClaim(of emergency: Bool, _ provider: Provider, _ code: CallError.Code) throws(CallError) {
        guard emergency, provider.providerClass != .cellular else { return }
        throw CallError(
            code,
            "\(provider.identifier) is not a cellular provider in the administrator's configuration, so its calls are no "
                + "emergency calls.")
    }
}

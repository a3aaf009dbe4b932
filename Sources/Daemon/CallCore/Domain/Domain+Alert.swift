// SPDX-License-Identifier: MIT

/// Ringing: the calls that alert, those that do-not-disturb or another call quiets, and the sound for the shell. A call
/// rings while it is incoming and no answer of it is accepted.
extension Domain {
    mutating func startRinging(_ call: Call) {
        alerts.start(call.id, silenced: call.silenced)
        audio.alertRevision += 1
        if call.supports.ending { startRingTimer(of: call.id) }
    }

    mutating func stopRinging(_ id: CallID) {
        guard alerts.stop(id) else { return }
        audio.alertRevision += 1
        output.effects.append(.cancelTimer(.ring(id)))
    }

    private mutating func startRingTimer(of id: CallID) {
        guard shells.state.ringTimeout > 0 else { return }
        output.effects.append(.startTimer(.ring(id), after: shells.state.ringTimeout))
    }

    /// A provider has reported whether it can end a call. A call that it cannot end rings until the provider reports
    /// the end.
    mutating func adjustRingTimer(of call: Call) {
        guard alerts.rings(call.id) else { return }
        if call.supports.ending {
            startRingTimer(of: call.id)
        } else {
            output.effects.append(.cancelTimer(.ring(call.id)))
        }
    }

    /// The answer of a call will not be delivered: the call rings again, unless it is about to end or must not ring
    /// now.
    mutating func ringAgain(_ id: CallID) {
        guard let call = live(id), call.state == .incoming, !alerts.rings(id), !call.isAnswered else { return }
        let isToEnd = call.pending.contains { pending in
            pending.kind == .end && transactions[pending.transaction]?.current?.id == pending.action
        }
        guard !isToEnd else { return }
        startRinging(call)
        if let emergencyCall { silenceRinging(for: emergencyCall) }
    }

    mutating func ringTimedOut(_ id: CallID) {
        guard alerts.rings(id) else { return }
        beginInserted(.end, of: [id], because: .ringTimedOut)
    }

    mutating func silence(_ id: CallID?, from caller: Caller) throws(CallError) {
        try require(caller.mayBeShell, .accessDenied, "A sandboxed app cannot silence calls.")
        if let id { _ = try find(id, unknown: .unknownCall) }
        for call in id.map({ [$0] }) ?? alertCalls { silence(call) }
    }

    /// Silences the calls that do-not-disturb would refuse or silence now: the shell learned of it after they had begun
    /// to ring.
    mutating func silenceUnwanted() {
        for id in alertCalls {
            if let call = calls[id], quiet(call) != nil { silence(id) }
        }
    }

    mutating func silence(_ id: CallID) {
        guard alerts.rings(id), calls[id]?.silenced == false else { return }
        calls.update(id) { $0.silenced = true }
        alerts.silence(id)
        audio.alertRevision += 1
    }

    /// The sound for the shell.
    var alert: Alert {
        if alerts.isEmpty { return .none }
        if alerts.isSilent { return .silent }
        return isUserTalking ? .callWaiting : .ring
    }

    /// Whether a call occupies the audio, or an observed call goes on.
    var isUserTalking: Bool { !occupancy.occupants.isEmpty || calls.values.contains(where: \.isObservedTalk) }

    /// The calls that ring; the one that has rung longest is first.
    package var alertCalls: [CallID] { alerts.inOrder }

    /// What becomes of a reported call that the user does not want to hear now; nil = it rings. Its caller may ring if
    /// it tries again before its timer fires.
    mutating func quiet(_ call: Call) -> Quieting? {
        guard let quieting = quieting(of: call) else { return nil }
        if let handle = call.remoteHandle, shells.state.repeatCallers, hasRoomForPast,
            alerts.remember(handle, limit: limits.filteredCallers)
        {
            output.effects.append(.startTimer(.repeatCaller(handle), after: deadlines.repeatCaller))
        }
        return quieting
    }

    /// The same, and changes nothing.
    func quieting(of call: Call) -> Quieting? {
        let state = shells.state
        let isInCall = state.whileInCall != .soft && isUserTalking
        guard let quieting = state.quieting(isInCall: isInCall), !isPastFilters(call), !state.allows(call) else {
            return nil
        }
        let isRepeated = call.remoteHandle.map { alerts.filtered.contains($0) } ?? false
        return state.repeatCallers && isRepeated ? nil : quieting
    }
}

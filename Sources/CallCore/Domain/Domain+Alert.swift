// SPDX-License-Identifier: MIT

/// Ringing: which calls alert, which were filtered, and what a shell is to sound. A call rings while it is incoming and no
/// answer of it is accepted.
extension Domain {
    mutating func startRinging(_ call: Call) {
        lastArrival += 1
        ringing[call.id] = lastArrival
        if call.silenced { silencedCount += 1 }
        audio.alertRevision += 1
        guard shellState.ringTimeout > 0 else { return }
        output.tells.append(.startTimer(.ring(call.id), after: shellState.ringTimeout))
    }

    mutating func stopRinging(_ call: Call) {
        guard ringing.removeValue(forKey: call.id) != nil else { return }
        if call.silenced { silencedCount -= 1 }
        audio.alertRevision += 1
        output.tells.append(.cancelTimer(.ring(call.id)))
    }

    /// The answer of a call is not delivered: it rings again, unless it is about to end, or must not ring now.
    mutating func ringAgain(_ id: CallID) {
        guard let call = live(id), call.state == .incoming, ringing[id] == nil, !call.isAnswered else { return }
        let isToEnd = call.pending.contains { pending in
            pending.kind == .end && transactions[pending.transaction]?.current?.id == pending.action
        }
        guard !isToEnd else { return }
        startRinging(call)
        if let emergencyCall { silenceRinging(for: emergencyCall) }
    }

    mutating func ringTimedOut(_ id: CallID) {
        guard ringing[id] != nil else { return }
        beginInserted(.end, of: [id], because: .ringTimedOut)
    }

    mutating func silence(_ id: CallID?, from caller: Caller) throws(CallError) {
        guard caller.mayBeShell else {
            throw CallError(.accessDenied, "An app in a sandbox cannot silence calls.")
        }
        if let id { _ = try find(id, unknown: .unknownCall) }
        for call in id.map({ [$0] }) ?? alertCalls {
            guard ringing[call] != nil, calls[call]?.silenced == false else { continue }
            update(call) { $0.silenced = true }
            silencedCount += 1
            audio.alertRevision += 1
        }
    }

    /// What a shell is to sound.
    var alert: Alert {
        if ringing.isEmpty { return .none }
        if silencedCount == ringing.count { return .silent }
        return occupants.isEmpty ? .ring : .callWaiting
    }

    /// The incoming calls, first the one that has rung longest.
    public var alertCalls: [CallID] { ringing.sorted { $0.value < $1.value }.map(\.key) }

    /// The refusal of a call that the user does not want to hear now. A caller that is refused is let through when it
    /// tries again before its timer fires.
    mutating func doNotDisturb(_ call: Call) -> CallError? {
        let state = shellState
        guard state.doNotDisturb else { return nil }
        if let handle = call.remoteHandle {
            if state.allowed.contains(handle) || (state.repeatCallers && filtered.contains(handle)) { return nil }
            if state.repeatCallers, filtered.count < limits.filteredCallers, filtered.insert(handle).inserted {
                output.tells.append(.startTimer(.repeatCaller(handle), after: deadlines.repeatCaller))
            }
        }
        return CallError(
            .filteredByDoNotDisturb,
            "The user does not want to be disturbed. Do not ring, and do not proceed with the call.")
    }
}

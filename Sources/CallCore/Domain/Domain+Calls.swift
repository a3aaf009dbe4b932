// SPDX-License-Identifier: MIT

/// Calls: found, made, touched, ended. Every change of a call passes `update`.
extension Domain {
    /// A call that has not ended.
    func live(_ id: CallID) -> Call? {
        guard let call = calls[id], !call.hasEnded else { return nil }
        return call
    }

    /// A live call and its provider, or the error that the caller is told.
    func find(_ id: CallID, unknown: CallError.Code) throws(CallError) -> (call: Call, provider: Provider) {
        guard let call = live(id), let provider = providers[call.provider] else {
            throw CallError(unknown, "There is no call \(id); it may have ended. ListCalls shows the calls there are.")
        }
        return (call, provider)
    }

    /// Changes a call and remembers how it was before the event.
    mutating func update(_ id: CallID, _ change: (inout Call) -> Void) {
        guard let before = calls[id] else { return }
        output.touch(id, before: before)
        calls[id]?.modify(change)
    }

    /// Puts a new call into the registry.
    mutating func insert(_ call: Call) {
        output.touch(call.id, before: nil)
        calls[call.id] = call
        providers[call.provider]?.calls.insert(call.id)
    }

    /// Whether the id is in use, or was a short while ago.
    func isTaken(_ id: CallID) -> Bool { calls[id] != nil || endedCalls.contains(id) }

    /// The one way in which a call ends. Legal in every state but `ended`, in which it does nothing.
    mutating func end(
        _ id: CallID, as endedReason: Call.EndedReason, because reason: Reason, for other: CallID? = nil,
        at time: Time = 0
    ) {
        guard let call = live(id) else { return }
        let mayResume = endedReason == .localEnded || !call.hasConnected || shellState.autoResume
        let endedAt = time == 0 ? now : time
        update(id) {
            $0.state = .ended
            $0.endedReason = endedReason
            $0.endedAt = endedAt
            $0.reason = reason
            $0.reasonCall = other
            $0.heldFor = nil
            $0.pending = []
        }
        providers[call.provider]?.calls.remove(id)
        endedCalls.insert(id)
        stopRinging(call)
        leaveAudio(id)
        for pending in call.pending { resolve(pending, of: id, because: reason) }
        release(heldFor: call, mayResume: mayResume)
    }

    /// The groups a provider has, those of calls about to end left out.
    func groups(of provider: Provider, countingEnding: Bool = false, except id: CallID? = nil) -> Set<GroupID> {
        var groups: Set<GroupID> = []
        for member in provider.calls where member != id {
            guard let call = live(member), countingEnding || call.state != .ending else { continue }
            groups.insert(call.group)
        }
        return groups
    }

    /// The live members of a call's group, itself among them.
    func members(ofGroupOf call: Call) -> [Call] {
        guard let provider = providers[call.provider] else { return [] }
        if call.group == GroupID(call.id), provider.calls.count == 1 { return [call] }
        return provider.calls.compactMap { live($0) }.filter { $0.group == call.group }
    }

    /// Refuses one group more than the provider may have, and names the calls that use them up.
    func checkGroups(of provider: Provider, _ code: CallError.Code) throws(CallError) {
        let maximum = min(provider.configuration.maximumCallGroups, limits.callsPerProvider)
        guard groups(of: provider).count >= maximum else { return }
        let blocking = provider.calls.filter { live($0).map { $0.state != .ending } ?? false }
        let names = blocking.prefix(8).map(\.description).sorted().joined(separator: ", ")
        throw CallError(
            code,
            "\(provider.identifier) may have \(maximum) groups of calls at once; in use by \(names). End one first.")
    }

    /// Refuses calls beyond what the registry keeps.
    func checkCallCount(of provider: Provider) throws(CallError) {
        guard calls.count < limits.calls else {
            throw CallError(.limitsExceeded, "The registry keeps \(limits.calls) calls of a user. End some first.")
        }
        guard provider.calls.count < limits.callsPerProvider else {
            throw CallError(.limitsExceeded, "A provider has at most \(limits.callsPerProvider) calls. End some first.")
        }
    }
}

extension Call {
    mutating func modify(_ change: (inout Call) -> Void) { change(&self) }
}

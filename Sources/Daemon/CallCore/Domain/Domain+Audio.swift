// SPDX-License-Identifier: MIT

/// The audio session. At most one provider has it: it is deactivated at the old one before activation at a new one.
extension Domain {
    mutating func enterAudio(_ id: CallID) {
        guard !occupancy.occupies(id) else { return }
        occupancy.enter(id)
        silenceRinging(for: id)
    }

    mutating func leaveAudio(_ id: CallID) {
        occupancy.leave(id)
        reconcileAudio()
        lane.wakeWaiters(for: id)
    }

    /// Gives the session to the group whose calls are ready for it, and takes it from a group that has no such call
    /// left.
    mutating func reconcileAudio() {
        let ready = occupancy.occupants.filter { occupancy.isReady($0) }
        if let owner = audio.owner, !ready.contains(where: { owner.calls.contains($0) }) { deactivate(owner) }
        guard let next = ready.first(where: { audio.owner?.calls.contains($0) ?? true }), let first = calls[next] else {
            return
        }
        let members = ready.filter { calls[$0]?.group == first.group && calls[$0]?.provider == first.provider }
        if audio.owner == nil { activate(first) }
        for id in audio.owner?.calls ?? [] where !members.contains(id) { calls.update(id) { $0.hasAudio = false } }
        for id in members where calls[id]?.hasAudio == false { calls.update(id) { $0.hasAudio = true } }
        audio.owner?.group = first.group
        audio.owner?.calls = members
    }

    private mutating func activate(_ call: Call) {
        guard let provider = providers[call.provider] else { return }
        audio.owner = Audio.Owner(
            provider: provider.id, identifier: provider.identifier, group: call.group, calls: [call.id], since: now,
            reason: call.reason)
        tell(provider, .didActivate(session(call.id, call.group)))
    }

    private mutating func deactivate(_ owner: Audio.Owner) {
        for id in owner.calls { calls.update(id) { $0.hasAudio = false } }
        audio.owner = nil
        guard let provider = providers[owner.provider], let call = owner.calls.first else { return }
        tell(provider, .didDeactivate(session(call, owner.group)))
    }

    /// Tells the provider that owns the session about a new route.
    mutating func announceRoute() {
        guard let owner = audio.owner, let provider = providers[owner.provider], let call = owner.calls.first else {
            return
        }
        tell(provider, .routeChanged(session(call, owner.group)))
    }

    /// The provider reports again a call that has the audio. It may have stopped its audio when the service was gone.
    mutating func activateAgain(_ call: Call) {
        guard let owner = audio.owner, owner.calls.contains(call.id), let provider = providers[owner.provider],
            let first = owner.calls.first
        else { return }
        tell(provider, .didActivate(session(first, owner.group)))
    }

    private func session(_ call: CallID, _ group: GroupID) -> AudioSession {
        AudioSession(call: call, group: group, route: audio.route)
    }

    /// Brings the properties of the audio up to date at the end of an event.
    mutating func refreshAudio() {
        audio.waiting = lane.order.isEmpty ? [] : waitingCalls
        audio.alert = alert
        audio.isUserTalking = !alerts.isEmpty && isUserTalking
        audio.hasShell = shells.primary != nil
    }
}

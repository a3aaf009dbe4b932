// SPDX-License-Identifier: MIT

/// The audio session: for exactly one provider, always deactivated at the old one before activated at the new one.
extension Domain {
    mutating func enterAudio(_ id: CallID) {
        guard !occupants.contains(id) else { return }
        occupants.append(id)
        update(id) { $0.occupiesAudio = true }
        retreat(id)
        silenceRinging(for: id)
    }

    mutating func leaveAudio(_ id: CallID) {
        occupants.removeAll { $0 == id }
        retreat(id)
        if calls[id]?.occupiesAudio == true {
            update(id) {
                $0.occupiesAudio = false
                $0.isAudioReady = false
            }
        }
        reconcileAudio()
        wakeWaiters(for: id)
    }

    /// Gives the session to the group whose calls are ready for it, and takes it from one that has none left.
    mutating func reconcileAudio() {
        let ready = occupants.compactMap { calls[$0] }.filter(\.isAudioReady)
        if let owner = audio.owner, !ready.contains(where: { owner.calls.contains($0.id) }) { deactivate(owner) }
        guard let first = ready.first(where: { audio.owner?.calls.contains($0.id) ?? true }) else { return }
        let members = ready.filter { $0.group == first.group && $0.provider == first.provider }.map(\.id)
        if audio.owner == nil { activate(first) }
        for id in audio.owner?.calls ?? [] where !members.contains(id) { update(id) { $0.hasAudio = false } }
        for id in members where calls[id]?.hasAudio == false { update(id) { $0.hasAudio = true } }
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
        for id in owner.calls { update(id) { $0.hasAudio = false } }
        audio.owner = nil
        guard let provider = providers[owner.provider], let call = owner.calls.first else { return }
        tell(provider, .didDeactivate(session(call, owner.group)))
    }

    /// The provider that owns the session hears of a new route.
    mutating func announceRoute() {
        guard let owner = audio.owner, let provider = providers[owner.provider], let call = owner.calls.first else {
            return
        }
        tell(provider, .routeChanged(session(call, owner.group)))
    }

    private func session(_ call: CallID, _ group: GroupID) -> AudioSession {
        AudioSession(call: call, group: group, route: audio.route)
    }

    /// What is left of the event for the audio's properties.
    mutating func refreshAudio() {
        audio.waiting = lane.isEmpty ? [] : waitingCalls
        audio.alert = alert
        audio.hasShell = primaryShell != nil
    }
}

// SPDX-License-Identifier: MIT

/// The provider with the microphone and the speaker, the calls that wait for them, and the sound for the primary shell.
package struct Audio: Hashable, Sendable {
    /// The provider and the calls that the audio session is activated for.
    package struct Owner: Hashable, Sendable {
        package let provider: ProviderID
        package let identifier: String
        /// Follows its calls into another group.
        package internal(set) var group: GroupID
        /// The calls of the group that have the audio.
        package internal(set) var calls: [CallID]
        package let since: Time
        package let reason: Reason?
    }

    /// nil = the session is free.
    package internal(set) var owner: Owner?
    /// The calls that will take the audio when their turn comes, in this order.
    package internal(set) var waiting: [CallID] = []
    package internal(set) var alert = Alert.none
    /// Whether the user talks, so that other calls ring softly: a call occupies the audio, or an observed call goes on.
    package internal(set) var isUserTalking = false
    /// Grows whenever the set of ringing calls changes.
    package internal(set) var alertRevision = 0
    /// The possible routes of the sound, as the primary shell reports them.
    package internal(set) var routes: [Route] = []
    /// The current route; empty = no shell reports one.
    package internal(set) var route = ""
    /// The route that a client requested; empty = none.
    package internal(set) var requestedRoute = ""
    /// False: apps must ring by themselves.
    package internal(set) var hasShell = false
}

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
        send(.didActivate(session(call.id, call.group)), to: provider)
    }

    private mutating func deactivate(_ owner: Audio.Owner) {
        for id in owner.calls { calls.update(id) { $0.hasAudio = false } }
        audio.owner = nil
        guard let provider = providers[owner.provider], let call = owner.calls.first else { return }
        send(.didDeactivate(session(call, owner.group)), to: provider)
    }

    /// Tells the provider that owns the session about a new route.
    mutating func announceRoute() {
        guard let owner = audio.owner, let provider = providers[owner.provider], let call = owner.calls.first else {
            return
        }
        send(.routeChanged(session(call, owner.group)), to: provider)
    }

    /// The provider reports again a call that has the audio. It may have stopped its audio when the service was gone.
    mutating func activateAgain(_ call: Call) {
        guard let owner = audio.owner, owner.calls.contains(call.id), let provider = providers[owner.provider],
            let first = owner.calls.first
        else { return }
        send(.didActivate(session(first, owner.group)), to: provider)
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

/// Held calls: the call that each was held for, and when it resumes.
extension Domain {
    /// Notes at both calls that one is held for the other; nil = for none.
    mutating func keep(_ held: CallID, heldFor target: CallID?) {
        occupancy.stopAwaiting(held)
        occupancy.displace(held, by: target, insteadOf: calls[held]?.heldFor)
        calls.update(held) { $0.heldFor = target }
    }

    private mutating func keep(_ held: CallID, heldFor owner: Call) {
        keep(held, heldFor: owner.id)
        calls.update(held) { $0.noteMove(because: .held(for: owner), for: owner.id) }
    }

    /// A call that was held for another is found. The other may be found later; then the call is held for it again. If
    /// the other has ended already, the same rule decides as if it had ended now.
    mutating func restoreHold(of held: CallID, for target: CallID) {
        if let owner = live(target) { return keep(held, heldFor: owner) }
        if calls.isKnown(target) {
            let owner = stories.endedCall(target)?.call
            let mayResume = owner.map { $0.endedReason?.isLocal == true || !$0.hasConnected } ?? false
            return letGo(held, after: target, mayResume: mayResume, mayReturn: owner?.reason == .providerLost)
        }
        occupancy.await(target, by: held)
    }

    /// A call has appeared, and other calls were found that are held for it.
    mutating func holdAwaiting(_ owner: Call) {
        for held in occupancy.awaited[owner.id] ?? [] { keep(held, heldFor: owner) }
    }

    /// The call that others were held for is over: they may resume, or they stay held.
    mutating func release(heldFor id: CallID, mayResume: Bool, mayReturn: Bool) {
        for held in occupancy.displaced[id] ?? [] { letGo(held, after: id, mayResume: mayResume, mayReturn: mayReturn) }
    }

    /// The call that another was held for is over. If its provider was lost and comes back with it, the call that
    /// stayed held is held for it again.
    private mutating func letGo(_ held: CallID, after owner: CallID, mayResume: Bool, mayReturn: Bool) {
        letGo(held, mayResume: mayResume)
        if mayReturn, !mayResume { occupancy.await(owner, by: held) }
    }

    /// A transaction has failed: the calls that were held for its undone actions may resume.
    mutating func undoRoom(of transaction: Transaction, mayResume: Bool) {
        let undone = transaction.actions[transaction.next...].filter(\.kind.needsRoom).map(\.call)
        for done in transaction.actions[..<transaction.next] {
            guard case .setHeld(true) = done.kind, let target = live(done.call)?.heldFor, undone.contains(target) else {
                continue
            }
            letGo(done.call, mayResume: mayResume)
        }
    }

    /// A call is not held for another any more.
    mutating func letGo(_ held: CallID, mayResume: Bool) {
        keep(held, heldFor: nil)
        if mayResume, live(held)?.supports.resuming == true { occupancy.allowResuming(held) }
    }

    /// Resumes the calls that may resume, unless another call has the audio; then they stay held for that call. Returns
    /// true when there is something to settle again.
    mutating func resumeHeldCalls() -> Bool {
        guard !occupancy.resumable.isEmpty else { return false }
        for id in occupancy.resumable where live(id)?.state != .held { occupancy.forbidResuming(id) }
        // A transaction in the lane, or a call that is ending, may still leave the audio to another call.
        guard !occupancy.resumable.isEmpty, lane.order.isEmpty,
            !occupancy.occupants.contains(where: { calls[$0]?.state == .ending })
        else { return false }
        for held in occupancy.resumable.compactMap({ live($0) }) {
            // No client asked for this resume, so it is no reason to swap.
            guard let obstacle = obstacles(to: .setHeld(false), of: held, canSwap: false).first else { continue }
            keep(held.id, heldFor: obstacle)
            occupancy.forbidResuming(held.id)
        }
        guard let first = occupancy.resumable.first.flatMap({ live($0) }) else { return false }
        let group = occupancy.resumable.filter {
            live($0)?.group == first.group && live($0)?.provider == first.provider
        }
        for id in group { occupancy.forbidResuming(id) }
        beginInserted(.setHeld(false), of: group, because: .resumed)
        return true
    }
}

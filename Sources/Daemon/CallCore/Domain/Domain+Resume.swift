// SPDX-License-Identifier: MIT

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
        calls.update(held) {
            $0.reason = Reason.held(for: owner)
            $0.reasonCall = owner.id
        }
    }

    /// A call that was held for another is found. The other may be found later; then the call is held for it again. If
    /// the other has ended already, the same rule decides as if it had ended now.
    mutating func find(_ held: CallID, heldFor target: CallID) {
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
        if mayResume { occupancy.allowResuming(held) }
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

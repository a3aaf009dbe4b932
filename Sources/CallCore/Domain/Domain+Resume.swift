// SPDX-License-Identifier: MIT

/// Held calls: whom they were held for, and when they come back.
extension Domain {
    /// Notes at both ends for whom a call is held.
    mutating func keep(_ held: CallID, heldFor target: CallID?) {
        stopAwaiting(held)
        if let old = calls[held]?.heldFor { calls[old]?.displaced.removeAll { $0 == held } }
        update(held) { $0.heldFor = target }
        if let target { calls[target]?.displaced.append(held) }
    }

    private mutating func keep(_ held: CallID, heldFor owner: Call) {
        keep(held, heldFor: owner.id)
        update(held) {
            $0.reason = Reason.held(for: owner)
            $0.reasonCall = owner.id
        }
    }

    /// A call is found that was held for another. The other may be found later, and then holds it again. If the other has
    /// ended meanwhile, the same rule decides as if it had ended now.
    mutating func find(_ held: CallID, heldFor target: CallID) {
        if let owner = live(target) { return keep(held, heldFor: owner) }
        if isTaken(target) {
            let owner = endedStories[target]?.call
            return letGo(held, mayResume: owner.map { $0.endedReason == .localEnded || !$0.hasConnected } ?? false)
        }
        update(held) { $0.awaits = target }
        awaited[target, default: []].append(held)
    }

    /// A call has appeared that others were found held for.
    mutating func holdAwaiting(_ owner: Call) {
        for held in awaited[owner.id] ?? [] { keep(held, heldFor: owner) }
    }

    private mutating func stopAwaiting(_ held: CallID) {
        guard let target = calls[held]?.awaits else { return }
        update(held) { $0.awaits = nil }
        awaited[target]?.removeAll { $0 == held }
        if awaited[target]?.isEmpty == true { awaited[target] = nil }
    }

    /// The call that others were held for is over: they may resume, or stay held for good.
    mutating func release(heldFor id: CallID, mayResume: Bool) {
        for held in calls[id]?.displaced ?? [] { letGo(held, mayResume: mayResume) }
    }

    /// A transaction has failed: who was held for what it did not do may resume.
    mutating func undoRoom(of transaction: Transaction, mayResume: Bool) {
        let undone = transaction.actions[transaction.next...].filter(\.kind.needsRoom).map(\.call)
        for done in transaction.actions[..<transaction.next] {
            guard case .setHeld(true) = done.kind, let target = live(done.call)?.heldFor, undone.contains(target) else {
                continue
            }
            letGo(done.call, mayResume: mayResume)
        }
    }

    /// A call is held for nobody any more.
    mutating func letGo(_ held: CallID, mayResume: Bool) {
        keep(held, heldFor: nil)
        if mayResume { resumable.append(held) }
    }

    /// Resumes what may be, unless somebody else has the audio: then it stays held for that one. True when there is
    /// something to settle again.
    mutating func resumeHeldCalls() -> Bool {
        resumable = resumable.filter { live($0)?.state == .held }
        // Who has the turn, or is ending, may yet leave the audio to somebody else; afterwards it is known.
        guard !resumable.isEmpty, lane.isEmpty, !occupants.contains(where: { calls[$0]?.state == .ending }) else {
            return false
        }
        for held in resumable.compactMap({ live($0) }) {
            // Nobody has asked for this: it is no reason to swap.
            guard let obstacle = obstacles(to: .setHeld(false), of: held, canSwap: false).first else { continue }
            keep(held.id, heldFor: obstacle)
        }
        resumable.removeAll { calls[$0]?.heldFor != nil }
        guard let first = resumable.first.flatMap({ live($0) }) else { return false }
        let group = resumable.filter { live($0)?.group == first.group && live($0)?.provider == first.provider }
        resumable.removeAll { group.contains($0) }
        beginInserted(.setHeld(false), of: group, because: .resumed)
        return true
    }
}

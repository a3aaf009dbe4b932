// SPDX-License-Identifier: MIT

/// Whose turn it is. Start, answer, hold and group pass one lane in order of acceptance; a start or an answer leaves
/// it with its delivery, so that nobody ever waits for an app that sits on one. Everything else goes at once.
extension Domain {
    /// Lets everything go on that can. Called once per event, after it; ends because every round delivers, completes
    /// or inserts an action, and there are only so many.
    mutating func settle() {
        repeat {
            while !stalled.isEmpty { advance(stalled.removeFirst()) }
            if let head = lane.first { advance(head) }
        } while !stalled.isEmpty || resumeHeldCalls()
    }

    /// Takes a transaction as far as it goes: to an action that its provider has, or to a turn it must wait for.
    mutating func advance(_ id: TransactionID) {
        while let transaction = transactions[id] {
            guard let action = transaction.current else { return succeed(transaction) }
            guard action.progress != .delivered else { return }
            if let hopeless = transaction.actions[transaction.next...].first(where: { $0.failure != nil }),
                let failure = hopeless.failure
            {
                return fail(transaction, at: hopeless, failure)
            }
            guard takeTurn(transaction) else { return }
            switch readiness(of: action, in: transaction) {
            case .ready: deliver(action, of: transaction)
            case .satisfied: skip(action, of: transaction)
            case .waits: return wait(transaction)
            case .needsRoom(let actions): insert(actions, into: id)
            case .impossible(let reason, let call):
                fail(transaction, at: action, Action.Failure(reason: reason, call: call))
            }
        }
    }

    /// True when the transaction's next action may be looked at now. A transaction keeps the lane only as long as it
    /// still has something for it.
    private mutating func takeTurn(_ transaction: Transaction) -> Bool {
        let id = transaction.id
        guard transaction.actions[transaction.next...].contains(where: { $0.kind.usesLane }) else {
            leaveLane(id)
            return true
        }
        if !lane.contains(id) { enterLane(transaction) }
        if lane.first == id, lane.count > 1, let next = transactions[lane[1]],
            placeInLane(of: next).rank < placeInLane(of: transaction).rank
        {
            lane.removeFirst()
            enterLane(transaction)
            stalled.append(next.id)
        }
        return lane.first == id || transaction.current?.kind.usesLane == false
    }

    /// Emergency first, then in order of acceptance. Who has the turn keeps it as long as a provider is at work for it.
    private mutating func enterLane(_ transaction: Transaction) {
        let place = lane.dropFirst().firstIndex { id in
            transactions[id].map { placeInLane(of: transaction) < placeInLane(of: $0) } ?? false
        }
        lane.insert(transaction.id, at: place ?? lane.endIndex)
    }

    func placeInLane(of transaction: Transaction) -> (rank: Int, serial: UInt64) {
        (isEmergency(transaction) ? 0 : 1, transaction.serial)
    }

    /// A call has turned out to be for help, or not to be.
    mutating func reorderLane() {
        let waiting = lane.dropFirst().compactMap { transactions[$0] }
        lane = lane.prefix(1) + waiting.sorted { placeInLane(of: $0) < placeInLane(of: $1) }.map(\.id)
    }

    /// Gives the turn to the next.
    mutating func leaveLane(_ id: TransactionID) {
        guard let place = lane.firstIndex(of: id) else { return }
        lane.remove(at: place)
        if place == 0, let next = lane.first { stalled.append(next) }
    }

    /// Outside the lane nobody looks at a transaction again by itself: it is looked at when the call that is ending
    /// has ended, or has not.
    private mutating func wait(_ transaction: Transaction) {
        guard lane.first != transaction.id, let call = transaction.current?.call else { return }
        waitingForEnd[call, default: []].append(transaction.id)
    }

    /// A call has ended, or its end was refused.
    mutating func wakeWaiters(for call: CallID) {
        guard let waiters = waitingForEnd.removeValue(forKey: call) else { return }
        stalled += waiters
    }

    mutating func insert(_ actions: [Action], into id: TransactionID) {
        guard let next = transactions[id]?.next else { return }
        transactions[id]?.actions.insert(contentsOf: actions, at: next)
        for action in actions { enlist(action, in: id) }
    }

    /// The calls that will take the audio when their turn comes.
    var waitingCalls: [CallID] {
        lane.compactMap { transactions[$0]?.audioTaker }.filter { !occupants.contains($0) }
    }
}

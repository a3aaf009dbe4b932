// SPDX-License-Identifier: MIT

/// The turns of transactions. Start, answer, hold and group pass one lane in order of acceptance. A start or an answer
/// leaves the lane with its delivery, so that no transaction waits for an app that delays one. Everything else goes at
/// once.
extension Domain {
    /// Lets every transaction continue that can. Called once after each event. It ends, because each round delivers,
    /// completes or inserts an action, and the number of actions is limited.
    mutating func settle() {
        repeat {
            while let id = lane.nextRunnable() { advance(id) }
            if let head = lane.first { advance(head) }
        } while !lane.runnable.isEmpty || resumeHeldCalls()
    }

    /// Takes a transaction as far as possible: to an action that its provider has, or to a turn that it must wait for.
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

    /// Returns true when the transaction's next action may be looked at now. A transaction stays in the lane only while
    /// it still has something to do there.
    private mutating func takeTurn(_ transaction: Transaction) -> Bool {
        let id = transaction.id
        guard transaction.actions[transaction.next...].contains(where: { $0.kind.usesLane }) else {
            lane.leave(id)
            return true
        }
        if !lane.order.contains(id) { enterLane(transaction) }
        if lane.first == id, lane.order.count > 1, let next = transactions[lane.order[1]],
            placeInLane(of: next).rank < placeInLane(of: transaction).rank
        {
            lane.leave(id)
            enterLane(transaction)
        }
        return lane.first == id || transaction.current?.kind.usesLane == false
    }

    /// Emergency first, then in order of acceptance. The first transaction keeps its turn while a provider works for
    /// it.
    private mutating func enterLane(_ transaction: Transaction) {
        let place = lane.order.dropFirst().firstIndex { id in
            transactions[id].map { placeInLane(of: transaction) < placeInLane(of: $0) } ?? false
        }
        lane.enter(transaction.id, at: place ?? lane.order.endIndex)
    }

    func placeInLane(of transaction: Transaction) -> (rank: Int, serial: UInt64) {
        (isEmergency(transaction) ? 0 : 1, transaction.serial)
    }

    /// A call has turned out to be an emergency call, or not to be one.
    mutating func reorderLane() {
        let waiting = lane.order.dropFirst().compactMap { transactions[$0] }
        lane.reorder(behindFirst: waiting.sorted { placeInLane(of: $0) < placeInLane(of: $1) }.map(\.id))
    }

    /// The head of the lane is looked at after every event. A transaction outside it is looked at again when the call
    /// that is ending has ended, or its end was refused.
    private mutating func wait(_ transaction: Transaction) {
        guard lane.first != transaction.id, let call = transaction.current?.call else { return }
        lane.wait(transaction.id, forEndOf: call)
    }

    mutating func insert(_ actions: [Action], into id: TransactionID) {
        guard transactions.contains(id) else { return }
        transactions.insert(actions, into: id)
        for action in actions { enlist(action, in: id) }
    }

    /// The calls that will take the audio when their turn comes.
    var waitingCalls: [CallID] {
        lane.order.compactMap { transactions[$0]?.audioTaker }
            .filter { !occupancy.occupies($0) && calls[$0]?.isObserved == false }
    }
}

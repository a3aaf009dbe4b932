// SPDX-License-Identifier: MIT

/// The transactions that have their turn, and those that wait for it. Start, answer, hold and group pass the lane one
/// transaction at a time.
struct Lane: Hashable, Sendable {
    /// The transactions in the lane. The first one has its turn.
    private(set) var order: [TransactionID] = []
    /// The transactions to look at again, because they may be able to continue.
    private(set) var runnable: [TransactionID] = []
    /// The transactions outside the lane that wait until a call has ended or its end was refused.
    private(set) var waitingForEnd: [CallID: [TransactionID]] = [:]

    var first: TransactionID? { order.first }

    /// Asks for another look at a transaction.
    mutating func wake(_ id: TransactionID) { runnable.append(id) }

    /// The next transaction to look at; nil when none is left.
    mutating func nextRunnable() -> TransactionID? { runnable.isEmpty ? nil : runnable.removeFirst() }

    mutating func enter(_ id: TransactionID, at place: Int) { order.insert(id, at: place) }

    /// Takes a transaction out of the lane. If it had its turn, the next one has it now.
    mutating func leave(_ id: TransactionID) {
        guard let place = order.firstIndex(of: id) else { return }
        order.remove(at: place)
        if place == 0, let next = order.first { wake(next) }
    }

    /// Replaces the order of the transactions behind the first one.
    mutating func reorder(behindFirst waiting: [TransactionID]) { order = order.prefix(1) + waiting }

    mutating func wait(_ id: TransactionID, forEndOf call: CallID) { waitingForEnd[call, default: []].append(id) }

    /// A call has ended, or its end was refused.
    mutating func wakeWaiters(for call: CallID) {
        guard let waiters = waitingForEnd.removeValue(forKey: call) else { return }
        runnable += waiters
    }
}

extension Lane: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(order)
        writer.write(runnable)
        writer.write(waitingForEnd)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        order = try reader.read()
        runnable = try reader.read()
        waitingForEnd = try reader.read()
    }
}

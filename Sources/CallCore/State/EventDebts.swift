// SPDX-License-Identifier: MIT

/// The effects of one event that are not performed; nil = an effect without a debt.
package struct EventDebts: Kept {
    /// The number of the event in the life of the state.
    package let event: UInt64
    package let uid: UInt32
    package let debts: [Debt?]

    package init(event: UInt64, uid: UInt32, effects: [Effect]) {
        (self.event, self.uid) = (event, uid)
        debts = effects.map { Debt($0) }
    }

    /// Whether a client is owed something.
    package var isAny: Bool { debts.contains { $0 != nil } }

    package func write(to writer: inout StateWriter) {
        writer.write(event)
        writer.write(uid)
        writer.write(debts)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        event = try reader.read()
        uid = try reader.read()
        debts = try reader.read()
    }
}

extension StateWriter {
    /// The debts of all events whose effects are not performed.
    package mutating func write(_ debts: [EventDebts]) {
        record(.debts) { writer in
            debts.write(to: &writer)
            return true
        }
    }
}

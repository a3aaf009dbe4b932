// SPDX-License-Identifier: MIT

/// The effects of one event that are not performed.
package struct EventDebts {
    /// The number of the event in the life of the state.
    package let event: UInt64
    package let uid: UInt32
    /// nil = an effect without a debt.
    package let debts: [Debt?]
}

extension StateWriter {
    /// The debts of all events whose effects are not performed. Nothing if there are none.
    package mutating func writeDebts(of events: [(number: UInt64, uid: UInt32, effects: [Effect])]) {
        guard events.contains(where: { $0.effects.contains(where: \.hasDebt) }) else { return }
        record(.debts) { writer in
            writer.append(number: UInt64(events.count))
            for event in events {
                writer.write(event.number)
                writer.write(event.uid)
                writer.append(number: UInt64(event.effects.count))
                for effect in event.effects { writer.write(Debt(effect)) }
            }
            return true
        }
    }
}

extension StateReader {
    /// What `writeDebts` wrote.
    package mutating func readDebts() throws(UnreadableState) -> [EventDebts] {
        var events: [EventDebts] = []
        for _ in 0..<(try count()) {
            let (event, uid): (UInt64, UInt32) = (try read(), try read())
            events.append(EventDebts(event: event, uid: uid, debts: try read()))
        }
        return events
    }
}

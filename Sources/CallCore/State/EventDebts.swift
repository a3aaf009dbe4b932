// SPDX-License-Identifier: MIT

/// The effects of one event that are not performed; nil = an effect without a debt.
package struct EventDebts: Kept {
    /// The number of the event in the life of the state.
    package let event: UInt64
    package let uid: UInt32
    package let debts: [Debt?]

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

/// An event whose effects are not performed.
package protocol UnperformedEvent {
    var number: UInt64 { get }
    var uid: UInt32 { get }
    var effects: [Effect] { get }
}

extension StateWriter {
    /// The debts of all events whose effects are not performed, as `[EventDebts]` reads them. Nothing if there are none.
    package mutating func writeDebts(of events: [some UnperformedEvent]) {
        guard events.contains(where: { $0.effects.contains(where: \.isOwed) }) else { return }
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

extension Effect {
    /// Whether a client is owed it. The service performs timers for itself.
    fileprivate var isOwed: Bool {
        switch self {
        case .startTimer, .cancelTimer: false
        case .tell, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
            .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .transactionCompleted:
            true
        }
    }
}

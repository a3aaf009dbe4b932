// SPDX-License-Identifier: MIT

/// The keys of the state that a service keeps: those of its users' domains, and what it notes beside them.
package enum StateKey: Hashable, Sendable {
    /// The instance and the bus that the state belongs to.
    case identity
    /// The instance of a user whose state was given up.
    case instance(UInt32)
    /// A part of a user's domain.
    case domain(UInt32, RecordKey)
    /// What the bus and the kernel know about a connection. The service asks once, because a process that left its
    /// sandbox could answer otherwise later.
    case peer(String)
    /// A connection that is sent the changes of a user's objects, at its own paths or at the administrator's.
    case subscriber(UInt32, String, isOwn: Bool)
    /// A connection of a modem service, with the user that it serves.
    case serving(String)
    /// When a timer of a user fires.
    case timer(UInt32, TimerKey)
    /// The effects that are not performed.
    case pendingEffects
}

/// The number of the kind, then its details. A number is never used for another kind.
extension StateKey: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .identity: writer.append(UInt8(0))
        case .domain(let uid, let key):
            writer.write(1, uid)
            writer.write(key)
        case .peer(let name): writer.write(2, name)
        case .subscriber(let uid, let name, let isOwn):
            writer.write(3, uid)
            writer.write(name)
            writer.write(isOwn)
        case .serving(let name): writer.write(4, name)
        case .timer(let uid, let key):
            writer.write(5, uid)
            writer.write(key)
        case .pendingEffects: writer.append(UInt8(6))
        case .instance(let uid): writer.write(7, uid)
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .identity
        case 1: self = .domain(try reader.read(), try reader.read())
        case 2: self = .peer(try reader.text())
        case 3: self = .subscriber(try reader.read(), try reader.text(), isOwn: try reader.read())
        case 4: self = .serving(try reader.text())
        case 5: self = .timer(try reader.read(), try reader.read())
        case 6: self = .pendingEffects
        case 7: self = .instance(try reader.read())
        case let kind: throw UnreadableState(message: "There are no keys of the kind \(kind)")
        }
    }
}

/// A part of the state that is written as a whole.
package enum RecordKey: Hashable, Sendable {
    /// The parts that are small.
    case smallParts
    case shells
    case provider(ProviderID)
    case call(CallID)
    case transaction(TransactionID)
    /// A caller that do-not-disturb refused recently.
    case filtered(Handle)
    /// Places in the rings of recent values.
    case usedCall(Int)
    case completedAction(Int)
    case completedTransaction(Int)
    case endedCall(Int)
    case desktopEntry(Int)
    /// A call that waits for the directory.
    case screened(CallID)
    case switchedOff
}

/// The number of the kind, then its details. A number is never used for another kind.
extension RecordKey: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .smallParts: writer.append(UInt8(0))
        case .shells: writer.append(UInt8(1))
        case .provider(let id): writer.write(2, id)
        case .call(let id): writer.write(3, id)
        case .transaction(let id): writer.write(4, id)
        case .filtered(let caller): writer.write(5, caller)
        case .usedCall(let place): writer.write(6, place)
        case .completedAction(let place): writer.write(7, place)
        case .completedTransaction(let place): writer.write(8, place)
        case .endedCall(let place): writer.write(9, place)
        case .desktopEntry(let place): writer.write(10, place)
        case .screened(let id): writer.write(11, id)
        case .switchedOff: writer.append(UInt8(12))
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .smallParts
        case 1: self = .shells
        case 2: self = .provider(try reader.read())
        case 3: self = .call(try reader.read())
        case 4: self = .transaction(try reader.read())
        case 5: self = .filtered(try reader.read())
        case 6: self = .usedCall(try reader.read())
        case 7: self = .completedAction(try reader.read())
        case 8: self = .completedTransaction(try reader.read())
        case 9: self = .endedCall(try reader.read())
        case 10: self = .desktopEntry(try reader.read())
        case 11: self = .screened(try reader.read())
        case 12: self = .switchedOff
        case let kind: throw UnreadableState(message: "There are no records of the kind \(kind)")
        }
    }
}

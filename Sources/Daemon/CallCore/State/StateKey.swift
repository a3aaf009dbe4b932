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
    case debts
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
        case .debts: writer.append(UInt8(6))
        case .instance(let uid): writer.write(7, uid)
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .identity
        case 1:
            let uid: UInt32 = try reader.read()
            self = .domain(uid, try reader.read())
        case 2: self = .peer(try reader.text())
        case 3:
            let uid: UInt32 = try reader.read()
            let name = try reader.text()
            self = .subscriber(uid, name, isOwn: try reader.read())
        case 4: self = .serving(try reader.text())
        case 5:
            let uid: UInt32 = try reader.read()
            self = .timer(uid, try reader.read())
        case 6: self = .debts
        case 7: self = .instance(try reader.read())
        case let kind: throw UnreadableState(message: "There are no keys of the kind \(kind)")
        }
    }
}

// SPDX-License-Identifier: MIT

/// A part of the state that is written as a whole.
package enum RecordKey: Hashable, Sendable {
    /// The parts that are small.
    case rest
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
}

/// The number of the kind, then its details. A number is never used for another kind.
extension RecordKey: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .rest: writer.append(UInt8(0))
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
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .rest
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
        case let kind: throw UnreadableState(message: "There are no records of the kind \(kind)")
        }
    }
}

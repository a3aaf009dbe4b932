// SPDX-License-Identifier: MIT

/// The number of the kind, then its details. A number is never used for another kind.
extension PendingEffect: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .send(let client, let provider, let signal):
            writer.write(0, client)
            writer.write(provider)
            writer.write(signal)
        case .perform(let action): writer.write(1, action)
        case .shellIsPrimary(let client, let isPrimary):
            writer.write(2, client)
            writer.write(isPrimary)
        case .providerAdded(let id): writer.write(3, id)
        case .providerChanged(let id): writer.write(4, id)
        case .providerRemoved(let provider): writer.write(5, provider)
        case .callAdded(let id): writer.write(6, id)
        case .callChanged(let id): writer.write(7, id)
        case .callRemoved(let call): writer.write(8, call)
        case .audioChanged: writer.append(UInt8(9))
        case .transactionCompleted(let client, let id, let result, let inserted):
            writer.write(10, client)
            writer.write(id)
            writer.write(result)
            writer.write(inserted)
        case .directoryChanged: writer.append(UInt8(11))
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .send(try reader.read(), provider: try reader.text(), try reader.read())
        case 1: self = .perform(try reader.read())
        case 2: self = .shellIsPrimary(try reader.read(), try reader.read())
        case 3: self = .providerAdded(try reader.read())
        case 4: self = .providerChanged(try reader.read())
        case 5: self = .providerRemoved(try reader.read())
        case 6: self = .callAdded(try reader.read())
        case 7: self = .callChanged(try reader.read())
        case 8: self = .callRemoved(try reader.read())
        case 9: self = .audioChanged
        case 10:
            self = .transactionCompleted(
                try reader.read(), try reader.read(), try reader.read(), inserted: try reader.read())
        case 11: self = .directoryChanged
        case let kind: throw UnreadableState(message: "There are no pending effects of the kind \(kind)")
        }
    }
}

/// Without `perform`, which a pending effect names by its action.
extension ProviderSignal: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .didBegin, .perform: writer.append(UInt8(0))
        case .didReset: writer.append(UInt8(1))
        case .timedOut(let action): writer.write(2, action)
        case .didActivate(let session): writer.write(3, session)
        case .didDeactivate(let session): writer.write(4, session)
        case .routeChanged(let session): writer.write(5, session)
        case .startCallRequested(let handle, let details):
            writer.write(6, handle)
            writer.write(details)
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .didBegin
        case 1: self = .didReset
        case 2: self = .timedOut(try reader.read())
        case 3: self = .didActivate(try reader.read())
        case 4: self = .didDeactivate(try reader.read())
        case 5: self = .routeChanged(try reader.read())
        case 6: self = .startCallRequested(try reader.read(), try reader.read())
        case let kind: throw UnreadableState(message: "There are no signals of the kind \(kind)")
        }
    }
}

extension AudioSession: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(call)
        writer.write(group)
        writer.write(route)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        call = try reader.read()
        group = try reader.read()
        route = try reader.read()
    }
}

extension StartCallDetails: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(video)
        writer.write(contactIdentifier)
        writer.write(activationToken)
        writer.write(displayName)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init()
        video = try reader.read()
        contactIdentifier = try reader.read()
        activationToken = try reader.read()
        if reader.format >= 2 { displayName = try reader.read() }
    }
}

extension TransactionResult: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .succeeded: writer.append(UInt8(0))
        case .failed(let action, let reason, let call):
            writer.write(1, action)
            writer.write(reason)
            writer.write(call)
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .succeeded
        case 1: self = .failed(action: try reader.read(), try reader.read(), call: try reader.read())
        case let kind: throw UnreadableState(message: "There are no results of the kind \(kind)")
        }
    }
}

extension TimerKey: Kept {
    package func write(to writer: inout StateWriter) {
        switch self {
        case .action(let id): writer.write(0, id)
        case .ring(let id): writer.write(1, id)
        case .connect(let id): writer.write(2, id)
        case .repeatCaller(let handle): writer.write(3, handle)
        case .again(let id): writer.write(4, id)
        case .screening(let id): writer.write(5, id)
        case .emergencyWindow: writer.append(UInt8(6))
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = .action(try reader.read())
        case 1: self = .ring(try reader.read())
        case 2: self = .connect(try reader.read())
        case 3: self = .repeatCaller(try reader.read())
        case 4: self = .again(try reader.read())
        case 5: self = .screening(try reader.read())
        case 6: self = .emergencyWindow
        case let kind: throw UnreadableState(message: "There are no timers of the kind \(kind)")
        }
    }
}

/// The effects of one event that are not performed.
package struct PendingEvent {
    /// The number of the event in the life of the state.
    package let event: UInt64
    package let uid: UInt32
    /// nil = an effect that is not kept.
    package let effects: [PendingEffect?]
}

extension StateWriter {
    /// The pending effects of all events. Nothing if there are none.
    package mutating func writePendingEffects(of events: [(number: UInt64, uid: UInt32, effects: [Effect])]) {
        guard events.contains(where: { $0.effects.contains { PendingEffect($0) != nil } }) else { return }
        record(.pendingEffects) { writer in
            writer.append(number: UInt64(events.count))
            for event in events {
                writer.write(event.number)
                writer.write(event.uid)
                writer.append(number: UInt64(event.effects.count))
                for effect in event.effects { writer.write(PendingEffect(effect)) }
            }
            return true
        }
    }
}

extension StateReader {
    /// What `writePendingEffects` wrote.
    package mutating func readPendingEffects() throws(UnreadableState) -> [PendingEvent] {
        var events: [PendingEvent] = []
        for _ in 0..<(try count()) {
            events.append(PendingEvent(event: try read(), uid: try read(), effects: try read()))
        }
        return events
    }
}

// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// Turns effects into timers and signals. Every signal goes to one connection.
struct Announcer {
    let service: CallService
    let user: User

    func perform(_ effect: Effect) {
        switch effect {
        case .tell(let client, let provider, let signal):
            ProviderAnnouncer(bus: service.bus, client: client, provider: provider).send(signal)
        case .shellIsPrimary(let client, let isPrimary):
            manager(client, "ShellIsPrimary") { (writer) throws(BusError) in
                try isPrimary.write(to: &writer)
                try [String: Variant]().write(to: &writer)
            }
        case .transactionCompleted(let client, let id, let result, let inserted):
            completed(client, id, result, inserted)
        case .startTimer(let key, let after): start(key, after: after)
        case .cancelTimer(let key): user.timers[key] = nil
        case .providerAdded(let provider): added(provider)
        case .providerChanged(let before, let after): changed(before, after)
        case .providerRemoved(let provider): removed(provider)
        case .callAdded(let call): added(call)
        case .callChanged(let before, let after): changed(before, after)
        case .callRemoved(let call):
            for subscriber in user.subscribers {
                removed(subscriber, path: subscriber.tree.path(of: call.id), CallManagerName.call)
            }
        case .audioChanged(let before, let after): changed(before, after)
        }
    }

    private func start(_ key: TimerKey, after microseconds: UInt64) {
        user.timers[key] = try? service.clock.timer(microseconds) { [unowned service, unowned user] in
            user.timers[key] = nil
            service.happen(.timerFired(key), to: user)
        }
    }

    private func completed(_ client: Client, _ id: TransactionID, _ result: TransactionResult, _ inserted: [Action]) {
        var details: [String: Variant] = [:]
        if !inserted.isEmpty { details[.inserted] = .dictionaries(inserted.map(\.wire)) }
        if case .failed(let action, let reason, let call) = result {
            details[.failedAction] = .string(action.rawValue)
            details[.reason] = .string(reason.rawValue)
            if let call { details[.reasonCall] = .string(call.description) }
        }
        manager(client, "TransactionCompleted") { (writer) throws(BusError) in
            try id.description.write(to: &writer)
            try (result == .succeeded).write(to: &writer)
            try details.write(to: &writer)
        }
    }

    private func manager(_ client: Client, _ member: String, _ write: (inout MessageWriter) throws(BusError) -> Void) {
        service.bus.signal(
            to: client.name, path: CallManagerName.path, interface: CallManagerName.manager, member: member, write)
    }
}

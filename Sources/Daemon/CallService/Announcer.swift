// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// Writes the signals of effects. Every signal goes to one connection. Changes no state.
struct Announcer {
    let bus: BusConnection
    let tables: Tables
    let user: User

    func announce(_ effect: Effect) {
        switch effect {
        case .tell(let client, let provider, let signal):
            ProviderAnnouncer(bus: bus, client: client, provider: provider).send(signal)
        case .shellIsPrimary(let client, let isPrimary):
            manager(client, .shellIsPrimary) { (writer) throws(BusError) in
                try isPrimary.write(to: &writer)
                try [String: Variant]().write(to: &writer)
            }
        case .transactionCompleted(let client, let id, let result, let inserted):
            completed(client, id, result, inserted)
        case .startTimer, .cancelTimer, .screened: break
        case .screen(let client, let call): screen(client, call)
        case .directoryChanged(let hasDirectory): changed(hasDirectory: hasDirectory)
        case .callsEnded(let client, let number):
            manager(client, .callsEnded) { (writer) throws(BusError) in
                try user.instance.write(to: &writer)
                try UInt64(number).write(to: &writer)
            }
        case .providerAdded(let provider): added(provider)
        case .providerChanged(let before, let after): changed(before, after)
        case .providerRemoved(let provider): removed(provider)
        case .callAdded(let call): added(call)
        case .callChanged(let before, let after): changed(before, after)
        case .callRemoved(let call): removed(call)
        case .audioChanged(let before, let after): changed(before, after)
        case .providerRestated(let provider): restate(provider)
        case .callRestated(let call): restate(call)
        case .audioRestated(let audio): restate(audio)
        }
    }

    private func completed(_ client: Client, _ id: TransactionID, _ result: TransactionResult, _ inserted: [Action]) {
        manager(client, .transactionCompleted) { (writer) throws(BusError) in
            try id.description.write(to: &writer)
            try (result == .succeeded).write(to: &writer)
            try writer.array(of: "{sv}") { (details) throws(BusError) in
                if !inserted.isEmpty { try details.entry(.inserted, variant: inserted.map(\.wire)) }
                guard case .failed(let action, let reason, let call) = result else { return }
                try details.entry(.failedAction, variant: action.rawValue)
                try details.entry(.reason, variant: reason.rawValue)
                if let call { try details.entry(.reasonCall, variant: call.description) }
            }
        }
    }

    private func screen(_ client: Client, _ call: Call) {
        let provider = user.domain.providers[call.provider]
        manager(client, .screenCall) { (writer) throws(BusError) in
            try call.id.description.write(to: &writer)
            try (provider?.identifier ?? "").write(to: &writer)
            try (call.remoteHandle?.wire ?? .none).write(to: &writer)
            try writer.array(of: "{sv}") { (details) throws(BusError) in
                try details.entry(.hasVideo, variant: call.hasVideo)
                if !call.localizedCallerName.isEmpty {
                    try details.entry(.localizedCallerName, variant: call.localizedCallerName)
                }
                if let app = provider?.app, !app.isEmpty { try details.entry(.appID, variant: app) }
            }
        }
    }

    private func manager(
        _ client: Client, _ signal: SignalName, _ write: (inout MessageWriter) throws(BusError) -> Void
    ) {
        bus.signal(.manager(signal), to: client.busName, write)
    }
}

extension Client {
    /// The receiver of its signals.
    var busName: BusName { BusName(trusted: name) }
}

extension BusSignal {
    /// A signal of the manager object.
    static func manager(_ name: SignalName) -> BusSignal {
        BusSignal(CallManagerName.path, CallManagerName.manager, name.member)
    }
}

// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// What a provider is told, as the contract's signals.
struct ProviderAnnouncer {
    let bus: BusConnection
    let client: Client
    let provider: String

    private let none: [String: Variant] = [:]

    init(bus: BusConnection, client: Client, provider: String) {
        self.bus = bus
        self.client = client
        self.provider = provider
    }

    func send(_ signal: ProviderSignal) {
        switch signal {
        case .didBegin: send("ProviderDidBegin", none)
        case .didReset: send("ProviderDidReset", none)
        case .perform(let performance): perform(performance)
        case .timedOut(let action): send("TimedOutPerformingAction", action.description, none)
        case .didActivate(let session): send("DidActivateAudioSession", session.details)
        case .didDeactivate(let session): send("DidDeactivateAudioSession", session.details)
        case .routeChanged(let session): send("AudioRouteChanged", session.details)
        case .startCallRequested(let handle, let details):
            send("StartCallRequested", handle.wire, details.wire)
        }
    }

    private func perform(_ performance: Performance) {
        let action = performance.action
        let (signal, details) = (action.kind.word.signal, performance.details)
        let (id, call) = (action.id.description, action.call.description)
        switch action.kind {
        case .start(let start): send(signal, id, call, start.handle.wire, details)
        case .answer, .end: send(signal, id, call, details)
        case .setHeld(let onHold): send(signal, id, call, onHold, details)
        case .setMuted(let muted): send(signal, id, call, muted, details)
        case .setGroup(let other): send(signal, id, call, other?.description ?? "", details)
        case .playDTMF(let digits, let type): send(signal, id, call, digits, type.rawValue, details)
        }
    }

    private func send<each Argument: BusValue>(_ member: String, _ arguments: repeat each Argument) {
        bus.signal(
            to: client.name, path: CallManagerName.path, interface: CallManagerName.manager, member: member
        ) { (writer) throws(BusError) in
            try provider.write(to: &writer)
            repeat try (each arguments).write(to: &writer)
        }
    }
}

extension Performance {
    var details: [String: Variant] {
        var details = [String: Variant]([
            .transaction: .string(transaction.description), .deadline: .uint64(deadline),
            .origin: .string(origin.rawValue), .index: .uint32(UInt32(clamping: index)),
            .count: .uint32(UInt32(clamping: count)),
        ])
        if !activationToken.isEmpty { details[.activationToken] = .string(activationToken) }
        if !announced.isEmpty { details[.actions] = .dictionaries(announced.map(\.wire)) }
        if case .start(let start) = action.kind { details.merge(start.details) { $1 } }
        return details
    }
}

extension Action {
    /// As in `RequestTransaction`, with its id as `Identifier`.
    var wire: [String: Variant] { Request.Item(call: call, kind: kind, identifier: id).wire }
}

extension AudioSession {
    var details: [String: Variant] {
        [String: Variant]([
            .call: .string(call.description), .group: .string(group.description), .route: .string(route),
        ])
    }
}

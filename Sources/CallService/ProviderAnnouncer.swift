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
        let (id, call, details) = (action.id.description, action.call.description, performance.details)
        switch action.kind {
        case .start(let start): send("PerformStartCallAction", id, call, start.handle.wire, details)
        case .answer: send("PerformAnswerCallAction", id, call, details)
        case .end: send("PerformEndCallAction", id, call, details)
        case .setHeld(let onHold): send("PerformSetHeldCallAction", id, call, onHold, details)
        case .setMuted(let muted): send("PerformSetMutedCallAction", id, call, muted, details)
        case .setGroup(let other): send("PerformSetGroupCallAction", id, call, other?.description ?? "", details)
        case .playDTMF(let digits, let type):
            send("PerformPlayDTMFCallAction", id, call, digits, type.rawValue, details)
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
        var details: [String: Variant] = [
            Key.transaction: .string(transaction.description), Key.deadline: .uint64(deadline),
            Key.origin: .string(origin.rawValue), Key.index: .uint32(UInt32(clamping: index)),
            Key.count: .uint32(UInt32(clamping: count)),
        ]
        if !activationToken.isEmpty { details[Key.activationToken] = .string(activationToken) }
        if !announced.isEmpty { details[Key.actions] = .dictionaries(announced.map(\.wire)) }
        if case .start(let start) = action.kind {
            details[Key.video] = .bool(start.video)
            details[Key.contactIdentifier] = .string(start.contactIdentifier)
            details[Key.emergency] = .bool(start.emergency)
        }
        return details
    }
}

extension Action {
    /// As in `RequestTransaction`, with its id as `Identifier`.
    var wire: [String: Variant] {
        var wire: [String: Variant] = [
            Key.identifier: .string(id.description), Key.action: .string(kind.word.rawValue),
            Key.call: .string(call.description),
        ]
        switch kind {
        case .start(let start):
            wire[Key.provider] = .string(start.provider)
            wire[Key.handle] = start.handle.wire.variant
            wire[Key.video] = .bool(start.video)
            wire[Key.contactIdentifier] = .string(start.contactIdentifier)
            wire[Key.emergency] = .bool(start.emergency)
        case .answer, .end: break
        case .setHeld(let onHold): wire[Key.onHold] = .bool(onHold)
        case .setMuted(let muted): wire[Key.muted] = .bool(muted)
        case .setGroup(let other): wire[Key.groupWith] = .string(other?.description ?? "")
        case .playDTMF(let digits, let type):
            wire[Key.digits] = .string(digits)
            wire[Key.dtmfType] = .string(type.rawValue)
        }
        return wire
    }
}

extension AudioSession {
    var details: [String: Variant] {
        [Key.call: .string(call.description), Key.group: .string(group.description), Key.route: .string(route)]
    }
}

extension StartCallDetails {
    var wire: [String: Variant] {
        var wire: [String: Variant] = [Key.video: .bool(video)]
        if !contactIdentifier.isEmpty { wire[Key.contactIdentifier] = .string(contactIdentifier) }
        if !activationToken.isEmpty { wire[Key.activationToken] = .string(activationToken) }
        return wire
    }
}

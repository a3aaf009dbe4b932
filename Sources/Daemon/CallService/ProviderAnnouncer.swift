// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// Writes the contract's signals to providers.
struct ProviderAnnouncer {
    let bus: BusConnection
    let client: Client
    let provider: String

    func send(_ signal: ProviderSignal) {
        switch signal {
        case .didBegin: send(.providerDidBegin)
        case .didReset: send(.providerDidReset)
        case .perform(let performance): perform(performance)
        case .timedOut(let action): send(.timedOutPerformingAction, action.description)
        case .didActivate(let session): send(.didActivateAudioSession, details: session.write)
        case .didDeactivate(let session): send(.didDeactivateAudioSession, details: session.write)
        case .routeChanged(let session): send(.audioRouteChanged, details: session.write)
        case .startCallRequested(let handle, let details):
            send(.startCallRequested, handle.wire) { (writer) throws(BusError) in
                for (key, value) in details.wire { try writer.entry(key, value) }
            }
        }
    }

    private func perform(_ performance: Performance) {
        let action = performance.action
        let (signal, details) = (action.kind.word.signal, performance.write)
        let (id, call) = (action.id.description, action.call.description)
        switch action.kind {
        case .start(let start): send(signal, id, call, start.handle.wire, details: details)
        case .answer, .end: send(signal, id, call, details: details)
        case .setHeld(let onHold): send(signal, id, call, onHold, details: details)
        case .setMuted(let muted): send(signal, id, call, muted, details: details)
        case .setGroup(let other): send(signal, id, call, other?.description ?? "", details: details)
        case .playDTMF(let digits, let type): send(signal, id, call, digits, type.rawValue, details: details)
        }
    }

    private func send<each Argument: BusValue>(
        _ signal: SignalName, _ arguments: repeat each Argument,
        details: (inout MessageWriter) throws(BusError) -> Void = { (_: inout MessageWriter) throws(BusError) in }
    ) {
        bus.send(signal, to: client, provider, repeat each arguments, details: details)
    }
}

extension BusConnection {
    /// Sends a signal of the manager object. `details` writes the entries of the `a{sv}` that it ends with.
    func send<each Argument: BusValue>(
        _ signal: SignalName, to client: Client, _ arguments: repeat each Argument,
        details: (inout MessageWriter) throws(BusError) -> Void = { (_: inout MessageWriter) throws(BusError) in }
    ) {
        self.signal(.manager(signal), to: client.busName) { (writer) throws(BusError) in
            repeat try (each arguments).write(to: &writer)
            try writer.array(of: "{sv}", details)
        }
    }
}

extension Performance {
    fileprivate func write(to details: inout MessageWriter) throws(BusError) {
        try details.entry(.transaction, variant: transaction.description)
        try details.entry(.deadline, variant: deadline)
        try details.entry(.origin, variant: origin.rawValue)
        try details.entry(.index, variant: UInt32(clamping: index))
        try details.entry(.count, variant: UInt32(clamping: count))
        if !activationToken.isEmpty { try details.entry(.activationToken, variant: activationToken) }
        if isRepeated { try details.entry(.again, variant: true) }
        if !announced.isEmpty { try details.entry(.actions, variant: announced.map(\.wire)) }
        if case .start(let start) = action.kind {
            try start.write(entriesTo: &details)
        }
    }
}

extension Action {
    /// As in `RequestTransaction`, with its id as `Identifier`.
    var wire: [String: Variant] { Request.Item(call: call, kind: kind, identifier: id).wire }
}

extension AudioSession {
    fileprivate func write(to details: inout MessageWriter) throws(BusError) {
        try details.entry(.call, variant: call.description)
        try details.entry(.group, variant: group.description)
        try details.entry(.route, variant: route)
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

extension EndedCall {
    /// An entry of `ListEndedCalls`.
    var wire: [String: Variant] {
        var line = call.summary(in: story)
        line[.endedReason] = .string(call.endedReason?.rawValue ?? "")
        return line
    }

    /// What an entry of `TakeEndedCalls` has besides. Keys without a value are absent.
    func historyWire(_ number: Int) -> [String: Variant] {
        let texts = [
            Key.appID: story.app ?? "", .contactIdentifier: call.contactIdentifier,
            .reason: call.reason?.rawValue ?? "", .displayName: call.identity.displayName,
            .displayNameSource: call.identity.displayNameSource, .label: call.identity.label,
            .relation: call.identity.relation?.rawValue ?? "",
        ]
        var line = [String: Variant]([
            .number: .uint64(UInt64(number)), .hasVideo: .bool(call.hasVideo), .emergency: .bool(call.emergency),
        ])
        for (key, text) in texts where !text.isEmpty { line[key] = .string(text) }
        return line
    }
}

extension Call {
    /// The properties that tell people which call it is. Keys without a value are absent.
    func summary(in story: Story) -> [String: Variant] {
        var values = [String: Variant]([
            .call: .string(id.description), .provider: .string(story.provider),
            .providerName: .string(providerName), .outgoing: .bool(outgoing),
        ])
        if let remoteHandle { values[.remoteHandle] = remoteHandle.variant }
        if let filteredBy { values[.filteredBy] = .string(filteredBy.rawValue) }
        if !localizedCallerName.isEmpty { values[.localizedCallerName] = .string(localizedCallerName) }
        for (key, time) in [(Key.startedAt, startedAt), (Key.connectedAt, connectedAt), (Key.endedAt, endedAt)]
        where time != 0 { values[key] = .uint64(time) }
        return values
    }
}

extension Moment {
    var wire: [String: Variant] {
        var values = [String: Variant]([.time: .uint64(time), .event: .string(what.rawValue)])
        if let action { values[.action] = .string(action.rawValue) }
        if let isOn { values[action == .setMuted ? Key.muted : Key.onHold] = .bool(isOn) }
        if let origin { values[.origin] = .string(origin.rawValue) }
        if let state { values[.state] = .string(state.rawValue) }
        if let endedReason { values[.endedReason] = .string(endedReason.rawValue) }
        if let reason { values[.reason] = .string(reason.rawValue) }
        if isGroupChange {
            values[.groupWith] = .string(call?.description ?? "")
        } else if let call {
            values[.reasonCall] = .string(call.description)
        }
        return values
    }

    /// Whether the other call is the one whose group the call joins.
    private var isGroupChange: Bool {
        guard action == .setGroup else { return false }
        switch what {
        case .requested, .delivered, .fulfilled, .refused, .timedOut: return true
        case .appeared, .failed, .moved, .staysHeld, .audioGained, .audioLost, .muted, .unmuted, .silenced, .grouped,
            .ended:
            return false
        }
    }
}

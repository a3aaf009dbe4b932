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
        case .didBegin: send("ProviderDidBegin")
        case .didReset: send("ProviderDidReset")
        case .perform(let performance): perform(performance)
        case .timedOut(let action): send("TimedOutPerformingAction", action.description)
        case .didActivate(let session): send("DidActivateAudioSession", details: session.write)
        case .didDeactivate(let session): send("DidDeactivateAudioSession", details: session.write)
        case .routeChanged(let session): send("AudioRouteChanged", details: session.write)
        case .startCallRequested(let handle, let details):
            send("StartCallRequested", handle.wire, details: details.write)
        }
    }

    private func perform(_ performance: Performance) {
        let action = performance.action
        let (id, call, details) = (action.id.description, action.call.description, performance.write)
        switch action.kind {
        case .start(let start): send("PerformStartCallAction", id, call, start.handle.wire, details: details)
        case .answer: send("PerformAnswerCallAction", id, call, details: details)
        case .end: send("PerformEndCallAction", id, call, details: details)
        case .setHeld(let onHold): send("PerformSetHeldCallAction", id, call, onHold, details: details)
        case .setMuted(let muted): send("PerformSetMutedCallAction", id, call, muted, details: details)
        case .setGroup(let other):
            send("PerformSetGroupCallAction", id, call, other?.description ?? "", details: details)
        case .playDTMF(let digits, let type):
            send("PerformPlayDTMFCallAction", id, call, digits, type.rawValue, details: details)
        }
    }

    /// `details` writes the entries of the `a{sv}` that every signal ends with.
    private func send<each Argument: BusValue>(
        _ member: String, _ arguments: repeat each Argument,
        details: (inout MessageWriter) throws(BusError) -> Void = { (_: inout MessageWriter) throws(BusError) in }
    ) {
        bus.signal(
            to: client.name, path: CallManagerName.path, interface: CallManagerName.manager, member: member
        ) { (writer) throws(BusError) in
            try provider.write(to: &writer)
            repeat try (each arguments).write(to: &writer)
            try writer.array(of: "{sv}", details)
        }
    }
}

extension Performance {
    fileprivate func write(to details: inout MessageWriter) throws(BusError) {
        try details.entry(Key.transaction, variant: transaction.description)
        try details.entry(Key.deadline, variant: deadline)
        try details.entry(Key.origin, variant: origin.rawValue)
        try details.entry(Key.index, variant: UInt32(clamping: index))
        try details.entry(Key.count, variant: UInt32(clamping: count))
        if !activationToken.isEmpty { try details.entry(Key.activationToken, variant: activationToken) }
        if !announced.isEmpty { try details.entry(Key.actions, variant: announced.map(\.wire)) }
        if case .start(let start) = action.kind {
            try details.entry(Key.video, variant: start.video)
            try details.entry(Key.contactIdentifier, variant: start.contactIdentifier)
            try details.entry(Key.emergency, variant: start.emergency)
        }
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
    fileprivate func write(to details: inout MessageWriter) throws(BusError) {
        try details.entry(Key.call, variant: call.description)
        try details.entry(Key.group, variant: group.description)
        try details.entry(Key.route, variant: route)
    }
}

extension StartCallDetails {
    fileprivate func write(to details: inout MessageWriter) throws(BusError) {
        try details.entry(Key.video, variant: video)
        if !contactIdentifier.isEmpty { try details.entry(Key.contactIdentifier, variant: contactIdentifier) }
        if !activationToken.isEmpty { try details.entry(Key.activationToken, variant: activationToken) }
    }
}

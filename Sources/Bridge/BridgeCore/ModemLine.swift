// SPDX-License-Identifier: MIT

import CallContract

/// The calls of one modem. They hold and talk together, so what the modem can do with one of them depends on the
/// others.
///
/// A modem has one command for hold, resume, swap and the answer of a call that waits (`AT+CHLD=2`): it holds the
/// active call and talks to the other one. So a hold is a hold only while the modem has no other call. Without this
/// rule a service that holds a call for another provider's would make the modem swap for ever.
///
/// A phone over Bluetooth has the same command, and PipeWire has a method with a condition for each use of it:
/// ``ModemKind``.
package struct ModemLine: Sendable {
    private let kind: ModemKind
    private var calls: [SourceKey: ModemCall] = [:]
    /// What was sent to the table of each call.
    private var sent: [SourceKey: SourceCall] = [:]

    package init(_ kind: ModemKind = .modem) { self.kind = kind }

    /// Whether the modem has no calls.
    package var isEmpty: Bool { sent.isEmpty }

    /// All calls, for a table that knows none of them.
    package var all: [BridgeEvent] {
        sent.sorted { $0.key.object < $1.key.object }.map { .appeared($0.key, $0.value, isOld: true) }
    }

    // MARK: From the modem

    /// The modem shows a call. `isOld`: it went on before the bridge looked.
    package mutating func show(_ key: SourceKey, _ call: ModemCall, isOld: Bool = false) -> [BridgeEvent] {
        let before = calls[key]
        var call = call
        call.keep(before)
        calls[key] = call
        let source = SourceCall(call.state.source(after: before?.state), outgoing: call.outgoing, facts(of: key, call))
        var events: [BridgeEvent] = []
        if sent[key] == nil {
            events.append(.appeared(key, source, isOld: isOld))
        } else if sent[key] != source {
            events.append(.changed(key, source))
        }
        if case .ended = call.state { (calls[key], sent[key]) = (nil, nil) } else { sent[key] = source }
        return events + changesOfOthers(than: key)
    }

    /// The modem does not list the call any more, and did not say how it ended.
    package mutating func hide(_ key: SourceKey) -> [BridgeEvent] {
        guard var call = calls[key] else { return [] }
        call.state = .ended(.unknown)
        return show(key, call)
    }

    /// The modem has gone.
    package mutating func clear() { (calls, sent) = ([:], [:]) }

    private mutating func changesOfOthers(than key: SourceKey) -> [BridgeEvent] {
        var events: [BridgeEvent] = []
        for other in sent.keys.sorted(by: { $0.object < $1.object }) where other != key {
            guard let call = calls[other], var source = sent[other] else { continue }
            source.facts = facts(of: other, call)
            guard source != sent[other] else { continue }
            sent[other] = source
            events.append(.changed(other, source))
        }
        return events
    }

    private func facts(of key: SourceKey, _ call: ModemCall) -> CallUpdate {
        var facts = CallUpdate()
        facts.remoteHandle = .some(call.number.isEmpty ? nil : Handle(kind: .phoneNumber, value: call.number))
        if !call.name.isEmpty { facts.localizedCallerName = call.name }
        facts.supportsHolding = canHold(key, call.state)
        facts.supportsResuming = call.state != .held || canHold(key, call.state)
        facts.supportsAnswering = canAnswer(key, call.state)
        // A modem has no mute, and the bridge makes no conferences.
        facts.supportsMuting = false
        (facts.supportsGrouping, facts.supportsUngrouping) = (false, false)
        if call.isEmergency { facts.emergency = true }
        return facts
    }

    // MARK: Abilities

    /// Whether the command for hold and resume does what it says for this call. A call that has not connected is no
    /// reason against a hold after it has.
    private func canHold(_ key: SourceKey, _ state: ModemCall.State) -> Bool {
        let others = calls.filter { $0.key != key }.map(\.value.state)
        return switch state {
        // The only call of a phone can be neither held nor resumed.
        case .active: kind == .modem && others.allSatisfy { $0 == .active }
        case .held: others.allSatisfy(\.isConnected) && (kind == .modem || others.contains(.active))
        case .dialing, .alerting, .incoming, .waiting: true
        case .ended: false
        }
    }

    /// Whether a command answers this call, if it rings.
    private func canAnswer(_ key: SourceKey, _ state: ModemCall.State) -> Bool {
        switch state {
        case .incoming, .waiting: answer(key, state) != nil
        case .dialing, .alerting, .active, .held, .ended: true
        }
    }

    // MARK: To the modem

    /// How the modem does what the table wants; nil if it cannot now.
    package func operation(for command: SourceCommand) -> ModemOperation? {
        switch command {
        // The service's shell rings, never the modem.
        case .silence, .setMuted, .setGroup: nil
        case .dial(let start, _): start.handle.dialable.map { .dial($0) }
        case .answer(let key, _): calls[key].flatMap { answer(key, $0.state) }
        case .end(let key, _): calls[key].flatMap { end(key, $0.state) }
        case .setHeld(let key, let onHold, _): calls[key].flatMap { change(key, $0.state, onHold) }
        case .playTones(let key, let tones, _): calls[key].map { _ in .playTones(key, tones) }
        }
    }

    private func answer(_ key: SourceKey, _ state: ModemCall.State) -> ModemOperation? {
        let others = calls.values.map(\.state).filter(\.isConnected)
        return switch (state, kind) {
        case (.waiting, .modem): .holdAndAccept
        case (.incoming, .modem): others.isEmpty ? .accept(key) : .holdAndAccept
        // PipeWire answers a call that waits for the active one, and no call beside those that are all held.
        case (.waiting, .phone): others.contains(.active) ? .holdAndAccept : nil
        case (.incoming, .phone): .accept(key)
        case (.dialing, _), (.alerting, _), (.active, _), (.held, _), (.ended, _): nil
        }
    }

    /// A phone has one command that refuses the call that waits, or else ends the held ones. So no held call is ended
    /// while one waits. PipeWire 1.4 sends it only for all calls.
    private func end(_ key: SourceKey, _ state: ModemCall.State) -> ModemOperation? {
        guard kind == .phone, state == .held else { return .hangUp(key) }
        let states = calls.values.map(\.state)
        if states.contains(.waiting) { return nil }
        return states.allSatisfy { $0 == .held } ? .hangUpAll : .hangUp(key)
    }

    private func change(_ key: SourceKey, _ state: ModemCall.State, _ onHold: Bool) -> ModemOperation? {
        guard state == (onHold ? .active : .held), canHold(key, state) else { return nil }
        return .swap
    }
}

/// What has the calls of a line. The program that drives it decides which of its commands it takes, and when. The raw
/// value is the beginning of the identifiers of its providers.
package enum ModemKind: String, Sendable {
    /// A modem of this machine.
    case modem = "org.monkeycall.Modem."
    /// A phone over Bluetooth. PipeWire 1.4 holds the active call only to answer one that waits, swaps only an active
    /// and a held call, answers a call by itself only if it does not wait, and ends no held call by itself.
    case phone = "org.monkeycall.Phone."
}

/// What a modem is asked to do.
package enum ModemOperation: Hashable, Sendable {
    /// Answers the call that rings.
    case accept(SourceKey)
    /// Holds the active call, if there is one, and answers the one that waits.
    case holdAndAccept
    /// Holds the active calls and resumes the held ones.
    case swap
    /// Ends or refuses a call.
    case hangUp(SourceKey)
    /// Ends all calls.
    case hangUpAll
    case dial(String)
    /// Plays the tones in the active call.
    case playTones(SourceKey, String)
}

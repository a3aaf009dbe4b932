// SPDX-License-Identifier: MIT

import CallInterface
import PulseAudio

/// A route and its place at the sound server: a port of a card, a Bluetooth card, or a sink without a card.
struct RoutePlace {
    let route: AudioRoute
    private var card: SoundServerState.Card?
    /// "" if the device has no ports, or for its choice.
    private var port = ""
    /// For a sink without a card.
    private var sink = ""

    /// The sink of a server without output devices.
    private static let nothing = "auto_null"

    /// All places of the server, in a stable order.
    static func all(_ state: SoundServerState) -> [RoutePlace] {
        let cards = state.cards.values.sorted { $0.name < $1.name }
        let sinks = state.sinks.values.sorted { $0.name < $1.name }.filter { sink in
            // The card's ports tell more, if its profile has any.
            let isBluetooth = cards.contains { $0.isBluetooth && $0.index == sink.card }
            return sink.name != nothing && !isBluetooth && (sink.card == nil || sink.ports.isEmpty)
        }
        return cards.flatMap { $0.isBluetooth ? bluetooth($0) : ports(of: $0) } + sinks.map(withoutCard)
    }

    /// The place of the desktop's default sink, if it has one.
    static func inUse(_ state: SoundServerState, _ places: [RoutePlace]) -> RoutePlace? {
        places.first { place in
            guard let sink = place.sink(state), sink.name == state.defaultSink else { return false }
            return place.port.isEmpty || place.port == sink.activePort
        }
    }

    // MARK: Finding places

    private static func bluetooth(_ card: SoundServerState.Card) -> [RoutePlace] {
        let profiles = card.profiles.filter { $0.sinks > 0 && !$0.isGateway }
        // A phone that plays through this computer is not a place for calls.
        guard !profiles.isEmpty else { return [] }
        let outputs = card.ports.filter(\.isOutput)
        let route = AudioRoute(
            name: card.name, localizedName: clean(card.description), kind: card.kind,
            isAvailable: profiles.contains(where: \.isAvailable)
                && (outputs.isEmpty || outputs.contains { $0.port.isAvailable != false }),
            isPersonal: card.kind == .hearingAid || profiles.contains(where: \.isHeadset))
        return [RoutePlace(route: route, card: card)]
    }

    private static func ports(of card: SoundServerState.Card) -> [RoutePlace] {
        let outputs = card.ports.filter(\.isOutput).sorted { $0.port.name < $1.port.name }
        return outputs.map { output in
            let kind = card.kind(of: output.port)
            let isReachable = card.profiles.contains { $0.isAvailable && output.profiles.contains($0.name) }
            // The user has switched off a card with this profile.
            let isAvailable = output.port.isAvailable != false && isReachable && card.activeProfile != "off"
            let route = AudioRoute(
                name: card.name + ":" + output.port.name,
                localizedName: clean([output.port.description, card.description].joined(separator: " – ")), kind: kind,
                isAvailable: isAvailable,
                isPersonal: kind.isPersonal && (output.port.isAvailable == true || card.bus == "usb"))
            return RoutePlace(route: route, card: card, port: output.port.name)
        }
    }

    private static func withoutCard(_ device: SoundServerState.Device) -> RoutePlace {
        let kind = RouteKind(formFactor: device.properties["device.form_factor"] ?? "", device.bus) ?? .other
        let route = AudioRoute(
            name: device.name, localizedName: clean(device.description), kind: kind, isAvailable: true,
            isPersonal: kind.isPersonal)
        return RoutePlace(route: route, sink: device.name)
    }

    /// The name of a headset is a text of its maker or owner.
    private static func clean(_ text: String) -> String {
        String(
            text.unicodeScalars.filter {
                !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 && $0 != "\u{7F}"
            }.prefix(100).map { Character($0) })
    }

    // MARK: Choosing a place

    /// Nil if the card's present profile does not have it.
    func sink(_ state: SoundServerState) -> SoundServerState.Device? {
        guard let card else { return state.sink(named: sink) }
        return state.sinks.values.filter { sink in
            sink.card == card.index && (port.isEmpty || sink.ports.contains { $0.name == port })
        }.min { $0.name < $1.name }
    }

    /// The profile that the card needs for a call; nil if the present one will do.
    var profile: SoundSetting? {
        guard let card else { return nil }
        let active = card.profiles.first { $0.name == card.activeProfile }
        let fitting =
            card.isBluetooth
            ? card.profiles.filter(\.isHeadset)
            : card.profiles.filter { profile in
                card.ports.contains { $0.port.name == port && $0.isOutput && $0.profiles.contains(profile.name) }
            }
        guard active.map(fitting.contains) != true else { return nil }
        // Prefer a profile that keeps the microphone.
        let best = fitting.filter(\.isAvailable).max {
            ($0.sources.signum(), $0.priority) < ($1.sources.signum(), $1.priority)
        }
        return best.map { SoundSetting(.profile(card: card.name), $0.name) }
    }

    /// The same while no call needs the microphone: a Bluetooth card has the profile that it had before the call, if
    /// the apps can record another microphone meanwhile. Without any, a server ends their streams.
    func profileAtRest(_ changes: [SoundChange], _ state: SoundServerState) -> SoundSetting? {
        guard let card, card.isBluetooth,
            state.sources.values.contains(where: { !$0.isMonitor && $0.card != card.index })
        else { return profile }
        let subject = SoundSetting.Subject.profile(card: card.name)
        // A headset that has come meanwhile keeps its profile.
        let old = changes.first { $0.subject == subject }?.old ?? card.activeProfile
        let plays = card.profiles.contains { $0.name == old && $0.sinks > 0 && !$0.isGateway }
        return !plays ? profile : old == card.activeProfile ? nil : SoundSetting(subject, old)
    }

    /// The settings that send call audio to this sink.
    func output(_ sink: SoundServerState.Device) -> [SoundSetting] {
        (port.isEmpty ? [] : [SoundSetting(.sinkPort(sink.name), port)]) + [SoundSetting(.defaultSink, sink.name)]
    }

    /// The settings that select its own microphone; empty if it has none.
    func input(_ state: SoundServerState) -> [SoundSetting] {
        guard route.kind.isPersonal || card?.isBluetooth == true, route.kind != .headphones else { return [] }
        for source in state.sources.values.sorted(by: { $0.name < $1.name })
        where !source.isMonitor && belongs(source, state) {
            guard !source.ports.isEmpty, card?.isBluetooth != true else {
                return [SoundSetting(.defaultSource, source.name)]
            }
            guard let port = source.bestPort(isWorn: card?.isWorn != true) else { continue }
            return [SoundSetting(.sourcePort(source.name), port), SoundSetting(.defaultSource, source.name)]
        }
        return []
    }

    private func belongs(_ source: SoundServerState.Device, _ state: SoundServerState) -> Bool {
        if let card { return source.card == card.index }
        guard let identity = state.sink(named: sink)?.identity else { return false }
        return source.card == nil && source.identity == identity
    }
}

/// A setting of the sound server: a default device, a port or a profile.
struct SoundSetting: Hashable {
    enum Subject: Hashable {
        case profile(card: String)
        case sinkPort(String)
        case sourcePort(String)
        case defaultSink
        case defaultSource
    }

    let subject: Subject
    let value: String

    init(_ subject: Subject, _ value: String) { (self.subject, self.value) = (subject, value) }

    var operation: SoundOperation {
        switch subject {
        case .profile(let card): .setProfile(card: card, value)
        case .sinkPort(let sink): .setSinkPort(sink: sink, value)
        case .sourcePort(let source): .setSourcePort(source: source, value)
        case .defaultSink: .setDefaultSink(value)
        case .defaultSource: .setDefaultSource(value)
        }
    }
}

/// A change for a call, which the agent undoes after it.
struct SoundChange: Hashable {
    let subject: SoundSetting.Subject
    let old: String
    /// Another present value means that another program has changed the setting.
    var new: String
}

extension SoundChange {
    /// Nil if the record is not a change.
    init?(_ record: ArraySlice<String>) {
        let fields = Array(record)
        guard fields.count == 4 else { return nil }
        let object = fields[1]
        let subjects: [SoundSetting.Subject] = [
            .profile(card: object), .sinkPort(object), .sourcePort(object), .defaultSink, .defaultSource,
        ]
        guard let subject = subjects.first(where: { $0.record.kind == fields[0] }) else { return nil }
        self.init(subject: subject, old: fields[2], new: fields[3])
    }

    var record: [String] { [subject.record.kind, subject.record.object, old, new] }
}

extension SoundSetting.Subject {
    /// Its word in the journal, and the name of its card or device.
    fileprivate var record: (kind: String, object: String) {
        switch self {
        case .profile(let card): ("profile", card)
        case .sinkPort(let sink): ("sink-port", sink)
        case .sourcePort(let source): ("source-port", source)
        case .defaultSink: ("default-sink", "")
        case .defaultSource: ("default-source", "")
        }
    }
}

extension SoundServerState {
    /// The present value; nil if the device does not exist.
    func value(_ subject: SoundSetting.Subject) -> String? {
        let value: String? =
            switch subject {
            case .profile(let card): cards.values.first { $0.name == card }?.activeProfile
            case .sinkPort(let name): sink(named: name)?.activePort
            case .sourcePort(let name): source(named: name)?.activePort
            case .defaultSink: defaultSink
            case .defaultSource: defaultSource
            }
        return value == "" ? nil : value
    }

    /// Whether the server can have this setting now.
    func has(_ setting: SoundSetting) -> Bool {
        switch setting.subject {
        case .profile(let name):
            cards.values.first { $0.name == name }?.profiles.contains { $0.name == setting.value } == true
        case .sinkPort(let name): sink(named: name)?.ports.contains { $0.name == setting.value } == true
        case .sourcePort(let name): source(named: name)?.ports.contains { $0.name == setting.value } == true
        case .defaultSink: sink(named: setting.value) != nil
        case .defaultSource: source(named: setting.value) != nil
        }
    }
}

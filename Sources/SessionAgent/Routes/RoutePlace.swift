// SPDX-License-Identifier: MIT

import PulseAudio

/// A route, and where it is at the sound server: a port of a card, a Bluetooth card, or a sink that has no card.
struct RoutePlace {
    let route: AudioRoute
    private let card: SoundServerState.Card?
    /// "" = the device has none, or whichever it wants.
    private let port: String
    /// Where there is no card.
    private let sink: String

    /// What the server shows where there is nothing to play on.
    private static let nothing = "auto_null"

    /// All that the server has, in an order that does not change.
    static func all(_ state: SoundServerState) -> [RoutePlace] {
        let cards = state.cards.values.sorted { $0.name < $1.name }
        let sinks = state.sinks.values.sorted { $0.name < $1.name }.filter { sink in
            // The card's ports say more, unless it is in a profile without any.
            let isBluetooth = cards.contains { $0.isBluetooth && $0.index == sink.card }
            return sink.name != nothing && !isBluetooth && (sink.card == nil || sink.ports.isEmpty)
        }
        return cards.flatMap { $0.isBluetooth ? bluetooth($0) : ports(of: $0) } + sinks.map { RoutePlace($0) }
    }

    /// The place that the desktop's default sink is, as far as it is one.
    static func inUse(_ state: SoundServerState, _ places: [RoutePlace]) -> RoutePlace? {
        places.first { place in
            guard let sink = place.sink(state), sink.name == state.defaultSink else { return false }
            return place.port.isEmpty || place.port == sink.activePort
        }
    }

    // MARK: What there is

    private static func bluetooth(_ card: SoundServerState.Card) -> [RoutePlace] {
        let profiles = card.profiles.filter { $0.sinks > 0 && !$0.isGateway }
        // A phone that plays here is no place to talk to.
        guard !profiles.isEmpty else { return [] }
        let outputs = card.ports.filter(\.isOutput)
        let route = AudioRoute(
            name: card.name, localizedName: clean(card.description), kind: card.kind,
            isAvailable: profiles.contains(where: \.isAvailable)
                && (outputs.isEmpty || outputs.contains { $0.port.isAvailable != false }),
            isPersonal: card.kind == .hearingAid || profiles.contains(where: \.isHeadset))
        return [RoutePlace(route, card)]
    }

    private static func ports(of card: SoundServerState.Card) -> [RoutePlace] {
        let outputs = card.ports.filter(\.isOutput).sorted { $0.port.name < $1.port.name }
        return outputs.map { output in
            let kind = card.kind(of: output.port)
            let isReachable = card.profiles.contains { $0.isAvailable && output.profiles.contains($0.name) }
            // Who has switched the card off does not want it.
            let isAvailable = output.port.isAvailable != false && isReachable && card.activeProfile != "off"
            let route = AudioRoute(
                name: card.name + ":" + output.port.name,
                localizedName: clean([output.port.description, card.description].joined(separator: " – ")), kind: kind,
                isAvailable: isAvailable,
                isPersonal: kind.isPersonal && (output.port.isAvailable == true || card.bus == "usb"))
            return RoutePlace(route, card, port: output.port.name)
        }
    }

    private init(_ route: AudioRoute, _ card: SoundServerState.Card?, port: String = "", sink: String = "") {
        (self.route, self.card, self.port, self.sink) = (route, card, port, sink)
    }

    private init(_ device: SoundServerState.Device) {
        let kind = AudioRoute.Kind(formFactor: device.properties["device.form_factor"] ?? "", device.bus) ?? .other
        let route = AudioRoute(
            name: device.name, localizedName: Self.clean(device.description), kind: kind, isAvailable: true,
            isPersonal: kind.isPersonal)
        self.init(route, nil, sink: device.name)
    }

    /// Headsets are named by who made them or has them.
    private static func clean(_ text: String) -> String {
        String(
            text.unicodeScalars.filter {
                !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 && $0 != "\u{7F}"
            }.prefix(100).map { Character($0) })
    }

    // MARK: How to get there

    /// Nil = it is not there in the profile that the card has.
    func sink(_ state: SoundServerState) -> SoundServerState.Device? {
        guard let card else { return state.sink(named: sink) }
        return state.sinks.values.filter { sink in
            sink.card == card.index && (port.isEmpty || sink.ports.contains { $0.name == port })
        }.min { $0.name < $1.name }
    }

    /// The profile that the card has to have for a call; nil = the one that it has will do.
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
        // The microphone is not lost if it need not be.
        let best = fitting.filter(\.isAvailable).max {
            ($0.sources.signum(), $0.priority) < ($1.sources.signum(), $1.priority)
        }
        return best.map { SoundSetting(.profile(card: card.name), $0.name) }
    }

    /// What makes this sink the one that is heard.
    func output(_ sink: SoundServerState.Device) -> [SoundSetting] {
        (port.isEmpty ? [] : [SoundSetting(.sinkPort(sink.name), port)]) + [SoundSetting(.defaultSink, sink.name)]
    }

    /// What makes its own microphone the one that hears; nothing = it has none.
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

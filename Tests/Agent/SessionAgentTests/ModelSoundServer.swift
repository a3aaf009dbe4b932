// SPDX-License-Identifier: MIT

@testable import PulseAudio
@testable import SessionAgent

/// The behaviour of a sound server with cards, as far as routes need it. A real server has cards only with hardware, so
/// this model tests cards, ports and Bluetooth. Its state has the shape of the data of real servers.
///
/// Its default device is the configured one, or the best one while that is absent. A card uses the port of a plugged
/// jack.
struct ModelSoundServer {
    enum Device: String, CaseIterable {
        /// Two jacks of one built-in card, beside its loudspeaker.
        case headphones, jackHeadset
        case usbHeadset, bluetooth, car, monitor
    }

    private(set) var state = SoundServerState()
    /// All states since the last `takeStates()`.
    private var states: [SoundServerState] = []
    private var published = SoundServerState()
    private var configured: [SoundSetting.Subject: String] = [:]
    private(set) var plugged: Set<Device> = []
    private var lastIndex: UInt32 = 0
    /// Like a real server, it remembers this for each port. A port that was never muted gets the present state of its
    /// device.
    private var muted: [Microphone: Bool] = [:]
    /// The sources that sleep, as those of PipeWire 1.4: a mute is performed when the source wakes, and an unmute not
    /// at all.
    private var late: [String: Bool] = [:]
    /// The number of profile changes of its cards.
    private(set) var profileChanges = 0

    static let speaker = "pci:speaker"

    init(_ devices: Device...) {
        state.cards[0] = card(
            0, "pci", [("stereo", 1, 1)],
            [
                port("speaker", 2, true, "stereo"), port("headphones", 3, false, "stereo"),
                port("hp-of-headset", 3, false, "stereo"),
                port("headset-mic", 6, false, "stereo", isOutput: false),
            ])
        addDevices(of: 0)
        for device in devices { plug(device) }
        setDefault("pci.stereo")
        _ = takeStates()
    }

    mutating func takeStates() -> [SoundServerState] {
        defer { states = [] }
        return states
    }

    // MARK: Actions of a person

    mutating func setDefault(_ sink: String) { perform(SoundSetting(.defaultSink, sink)) }

    /// Gives the built-in card a profile without ports, as studios use it.
    mutating func goPro() {
        state.cards[0]?.activeProfile = "pro-audio"
        for index in Array(state.sinks.keys) where state.sinks[index]?.card == 0 {
            state.sinks[index]?.ports = []
            state.sinks[index]?.activePort = ""
        }
        publish()
    }

    /// Renames the Bluetooth headset.
    mutating func rename(_ name: String) { state.cards[2]?.properties["device.description"] = name }

    static func route(_ device: Device) -> String {
        switch device {
        case .headphones: "pci:headphones"
        case .jackHeadset: "pci:hp-of-headset"
        case .usbHeadset: "usb:analog"
        case .bluetooth: "bluez_card.bt"
        case .car: "bluez_card.car"
        case .monitor: "hdmi:hdmi"
        }
    }

    mutating func plug(_ device: Device) {
        guard plugged.insert(device).inserted else { return }
        switch device {
        case .headphones: setJack("headphones", true)
        case .jackHeadset:
            setJack("headset-mic", true)
            setJack("hp-of-headset", true)
        case .usbHeadset:
            add(card(1, "usb", [("duplex", 1, 1)], [port("analog", 22, nil, "duplex")], "usb", "headset"))
        case .bluetooth, .car: addBluetooth(device)
        case .monitor: add(card(3, "hdmi", [("hdmi", 1, 0)], [port("hdmi", 10, true, "hdmi")], "pci"))
        }
        publish()
    }

    mutating func unplug(_ device: Device) {
        guard plugged.remove(device) != nil else { return }
        switch device {
        case .headphones: setJack("headphones", false)
        case .jackHeadset:
            setJack("headset-mic", false)
            setJack("hp-of-headset", false)
        case .usbHeadset: removeCard(1)
        case .bluetooth: removeCard(2)
        case .car: removeCard(4)
        case .monitor: removeCard(3)
        }
        publish()
    }

    // MARK: Requests of the agent

    mutating func perform(_ setting: SoundSetting) {
        switch setting.subject {
        case .defaultSink, .defaultSource: configured[setting.subject] = setting.value
        case .sinkPort(let name):
            if let index = state.sink(named: name)?.index { state.sinks[index]?.activePort = setting.value }
        case .sourcePort(let name):
            if let index = state.source(named: name)?.index { state.sources[index]?.activePort = setting.value }
        case .profile(let name):
            guard let card = state.cards.values.first(where: { $0.name == name }) else { return }
            profileChanges += 1
            state.cards[card.index]?.activeProfile = setting.value
            removeDevices(of: card.index)
            // For a moment the card has no devices.
            publish()
            addDevices(of: card.index)
        }
        publish()
    }

    mutating func setMuted(source name: String, _ isMuted: Bool) {
        guard let source = state.source(named: name) else { return }
        if let isLate = late[name] { return late[name] = isLate || isMuted }
        muted[Microphone(source)] = isMuted
        publish()
    }

    /// No program uses the source.
    mutating func sleep(source name: String) {
        late[name] = false
        if let index = state.source(named: name)?.index { state.sources[index]?.isAsleep = true }
        publish()
    }

    /// A program begins to use the source. The server mutes it a moment later.
    mutating func wake(source name: String) {
        let isLate = late.removeValue(forKey: name) == true
        if let index = state.source(named: name)?.index { state.sources[index]?.isAsleep = false }
        publish()
        if isLate { setMuted(source: name, true) }
    }

    /// The server starts again, and remembers what it remembers.
    mutating func restart(forgets: Bool) {
        if forgets { muted = [:] }
        let sources = state.sources.values.sorted { $0.index < $1.index }
        state.sources = [:]
        for source in sources {
            lastIndex += 1
            var source = source
            (source.index, source.isMuted) = (lastIndex, false)
            state.sources[lastIndex] = source
        }
        publish()
    }

    // MARK: State

    private mutating func publish() {
        for (index, source) in state.sources {
            state.sources[index]?.isMuted = muted[Microphone(source)] ?? source.isMuted
        }

        state.defaultSink = best(state.sinks, configured[.defaultSink])
        state.defaultSource = best(state.sources, configured[.defaultSource])
        if state != published { states.append(state) }
        published = state
    }

    private func best(_ devices: [UInt32: SoundServerState.Device], _ configured: String?) -> String {
        let names = devices.values.map(\.name)
        if let configured, names.contains(configured) { return configured }
        // The first name is the best one. Names of Bluetooth devices come last.
        return names.min() ?? ""
    }

    private mutating func add(_ card: SoundServerState.Card) {
        state.cards[card.index] = card
        publish()
        addDevices(of: card.index)
    }

    /// A Bluetooth card comes back with its last profile, as real ones do.
    private var lastProfile: [Device: String] = [:]

    private mutating func addBluetooth(_ device: Device) {
        var new = card(
            device == .car ? 4 : 2, "bluez_card." + (device == .car ? "car" : "bt"),
            [("a2dp-sink", 1, 0), ("headset-head-unit", 1, 1), ("audio-gateway", 1, 1)],
            [port("out", 15, true, "a2dp-sink"), port("in", 15, true, "headset-head-unit", isOutput: false)],
            "bluetooth", device == .car ? "car" : "headset")
        new.activeProfile = lastProfile[device] ?? "a2dp-sink"
        add(new)
    }

    private mutating func setJack(_ name: String, _ isAvailable: Bool) {
        guard let place = state.cards[0]?.ports.firstIndex(where: { $0.port.name == name }) else { return }
        state.cards[0]?.ports[place].port.isAvailable = isAvailable
        let other =
            plugged.contains(.jackHeadset) ? "hp-of-headset" : plugged.contains(.headphones) ? "headphones" : "speaker"
        state.sinks = state.sinks.mapValues { Self.setJack($0, name, isAvailable, other: other) }
        state.sources = state.sources.mapValues { Self.setJack($0, name, isAvailable, other: "internal-mic") }
    }

    private static func setJack(
        _ device: SoundServerState.Device, _ name: String, _ isAvailable: Bool, other: String
    ) -> SoundServerState.Device {
        guard device.card == 0, let place = device.ports.firstIndex(where: { $0.name == name }) else { return device }
        var device = device
        device.ports[place].isAvailable = isAvailable
        if isAvailable { device.activePort = name } else if device.activePort == name { device.activePort = other }
        return device
    }

    private mutating func removeCard(_ index: UInt32) {
        if let card = state.cards.removeValue(forKey: index), card.isBluetooth {
            lastProfile[index == 4 ? .car : .bluetooth] = card.activeProfile
        }
        removeDevices(of: index)
    }

    private mutating func removeDevices(of card: UInt32) {
        state.sinks = state.sinks.filter { $0.value.card != card }
        state.sources = state.sources.filter { $0.value.card != card }
    }

    private mutating func addDevices(of index: UInt32) {
        guard let card = state.cards[index], let profile = card.profiles.first(where: { $0.name == card.activeProfile })
        else { return }
        let name = card.isBluetooth ? "z" + card.name : card.name
        let outputs = card.isBluetooth ? [] : card.ports.filter(\.isOutput).map(\.port)
        let jacks = card.isBluetooth || index != 0 ? [] : [microphone] + card.ports.filter { !$0.isOutput }.map(\.port)
        if profile.sinks > 0 { add(\.sinks, "\(name).\(profile.name)", card, outputs) }
        if profile.sources > 0 { add(\.sources, "\(name).\(profile.name).in", card, jacks) }
    }

    private var microphone: SoundServerState.Port { port("internal-mic", 5, nil, "").port }

    private mutating func add(
        _ list: WritableKeyPath<SoundServerState, [UInt32: SoundServerState.Device]>, _ name: String,
        _ card: SoundServerState.Card, _ ports: [SoundServerState.Port]
    ) {
        lastIndex += 1
        state[keyPath: list][lastIndex] = SoundServerState.Device(
            index: lastIndex, name: name, description: name, card: card.index, isMonitor: false, ports: ports,
            activePort: ports.first { $0.isAvailable != false }?.name ?? "", volume: [], isMuted: false,
            properties: card.properties)
    }

    private func card(
        _ index: UInt32, _ name: String, _ profiles: [(String, UInt32, UInt32)], _ ports: [SoundServerState.CardPort],
        _ bus: String = "pci", _ form: String = "internal"
    ) -> SoundServerState.Card {
        SoundServerState.Card(
            index: index, name: name,
            profiles: profiles.map {
                SoundServerState.Profile(
                    name: $0.0, priority: 1, isAvailable: true, sinks: $0.1, sources: $0.2)
            }, activeProfile: profiles[0].0, ports: ports,
            properties: ["device.bus": bus, "device.form_factor": form, "device.description": "Card \(name)"])
    }

    private func port(_ name: String, _ type: UInt32, _ isAvailable: Bool?, _ profile: String, isOutput: Bool = true)
        -> SoundServerState.CardPort
    {
        SoundServerState.CardPort(
            port: SoundServerState.Port(
                name: name, description: name, priority: 1, isAvailable: isAvailable, type: type),
            isOutput: isOutput, profiles: [profile])
    }
}

/// The keeper of routes with the model server. Each event runs until no request is left.
struct RouteWorld {
    var server: ModelSoundServer
    private(set) var keeper = RouteKeeper()
    private(set) var time: UInt64 = 10_000_000
    /// True if 200 events were not enough: then two programs would work against each other.
    private(set) var isEndless = false
    /// The reported routes, in order.
    private(set) var said: [String] = []

    init(_ devices: ModelSoundServer.Device...) {
        server = ModelSoundServer()
        for device in devices { server.plug(device) }
        _ = server.takeStates()
        start()
    }

    private mutating func start() {
        send(.found(server.state))
        send(.primary(true))
    }

    /// Kills the agent and starts another one. `isTalking` tells whether the call still exists.
    mutating func crash(isTalking: Bool) {
        let journal = keeper.journal
        keeper = RouteKeeper()
        keeper.adopt(journal)
        start()
        send(.talking(isTalking))
    }

    mutating func send(_ event: RouteKeeper.Event) {
        var events = [event]
        for _ in 0..<200 {
            guard !events.isEmpty else { return }
            for setting in keeper.handle(events.removeFirst(), at: time) {
                server.perform(setting)
                events.append(.done(setting))
            }
            if said.last != keeper.inUse { said.append(keeper.inUse) }
            time += 1_000
            events += server.takeStates().map { .found($0) }
        }
        isEndless = true
    }

    /// A change by a person or a device, 10 s later.
    mutating func change(_ body: (inout ModelSoundServer) -> Void) {
        time += 10_000_000
        body(&server)
        for state in server.takeStates() { send(.found(state)) }
    }

    mutating func plug(_ device: ModelSoundServer.Device) { change { $0.plug(device) } }
    mutating func unplug(_ device: ModelSoundServer.Device) { change { $0.unplug(device) } }

    /// The name of the route that is in use; nil = none.
    var heard: String? { RoutePlace.inUse(server.state, RoutePlace.all(server.state))?.route.name }
}

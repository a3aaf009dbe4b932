// SPDX-License-Identifier: MIT

import CallInterface
import PulseAudio
import Testing

@testable import SessionAgent

/// The routes of calls, decided without sound. A model of a sound server provides cards, jacks and Bluetooth, which a
/// real server has only with hardware.
struct RouteTests {
    private static let speaker = ModelSoundServer.speaker

    private func route(_ device: ModelSoundServer.Device) -> String { ModelSoundServer.route(device) }

    @Test func `Every output of the sound server is a route with its kind`() {
        let world = RouteWorld(.usbHeadset, .bluetooth, .car, .monitor)
        let kinds = Dictionary(uniqueKeysWithValues: world.keeper.routes.map { ($0.name, $0.kind) })
        #expect(
            kinds == [
                Self.speaker: .speaker, "pci:headphones": .headphones, "pci:hp-of-headset": .headphones,
                "usb:analog": .headset, "bluez_card.bt": .bluetooth, "bluez_card.car": .car, "hdmi:hdmi": .other,
            ])
        let available = Set(world.keeper.routes.filter(\.isAvailable).map(\.name))
        #expect(available == Set(kinds.keys).subtracting(["pci:headphones", "pci:hp-of-headset"]))
        #expect(world.keeper.routes.first { $0.name == "pci:headphones" }?.localizedName == "headphones – Card pci")
    }

    @Test func `A jack with a microphone is a headset`() {
        let world = RouteWorld(.jackHeadset)
        #expect(world.keeper.routes.first { $0.name == route(.jackHeadset) }?.kind == .headset)
    }

    @Test func `The name of a route keeps only printable characters`() {
        var server = ModelSoundServer(.bluetooth)
        server.rename("Ada\u{1B}[31m\u{202E}\n" + String(repeating: "x", count: 1_000))
        let names = RoutePlace.all(server.state).map(\.route.localizedName)
        #expect(names.contains("Ada[31m" + String(repeating: "x", count: 93)))
    }

    @Test func `Without a call no setting changes when devices come and go`() {
        var world = RouteWorld()
        var alone = ModelSoundServer()
        for device in ModelSoundServer.Device.allCases {
            world.plug(device)
            alone.plug(device)
        }
        world.unplug(.usbHeadset)
        alone.unplug(.usbHeadset)
        world.send(.requested(route(.monitor)))
        #expect(world.server.state == alone.state)
        #expect(world.keeper.journal.flatMap { $0 }.contains("change") == false)
    }

    @Test func `A call on the desktop's own device changes no setting`() {
        let world = RouteWorld()
        var keeper = world.keeper
        #expect(keeper.handle(.talking(true), at: world.time).isEmpty)
        #expect(keeper.handle(.talking(false), at: world.time).isEmpty)
        #expect(keeper.journal.isEmpty)
    }

    @Test func `A headset has the call, and the loudspeakers have all other sound`() {
        var world = RouteWorld(.usbHeadset)
        let before = world.server.state
        #expect(world.heard == Self.speaker)
        #expect(world.keeper.inUse == route(.usbHeadset))
        world.send(.talking(true))
        #expect(world.heard == route(.usbHeadset))
        #expect(world.server.state.defaultSource == "usb.duplex.in")
        world.send(.talking(false))
        #expect(world.server.state == before)
        #expect(world.keeper.journal.isEmpty)
    }

    @Test(arguments: [ModelSoundServer.Device.headphones, .jackHeadset, .usbHeadset, .bluetooth, .car])
    func `A new headset takes the call, and a lost one returns it to the device before`(
        _ device: ModelSoundServer.Device
    ) {
        for before in [ModelSoundServer.Device.usbHeadset, .bluetooth] where before != device {
            var world = RouteWorld(before)
            world.send(.talking(true))
            world.plug(device)
            #expect(world.heard == route(device))
            #expect(world.keeper.inUse == route(device))
            world.unplug(device)
            #expect(world.heard == route(before))
            world.unplug(before)
            #expect(world.heard == Self.speaker)
            #expect(world.keeper.inUse == Self.speaker)
        }
    }

    @Test func `A screen that is plugged in gets no call`() {
        var world = RouteWorld()
        world.send(.talking(true))
        world.plug(.monitor)
        #expect(world.heard == Self.speaker)
    }

    @Test func `A card without ports keeps its profile`() {
        var world = RouteWorld()
        world.change { $0.goPro() }
        world.send(.talking(true))
        #expect(world.keeper.inUse == "pci.stereo")
        #expect(world.server.profileChanges == 0)
    }

    @Test func `A device with an unknown plug state gets no call by itself`() {
        var route = AudioRoute(
            name: "pci:headphones", localizedName: "", kind: .headphones, isAvailable: true, isPersonal: false)
        var policy = RoutePolicy()
        policy.update([route], desktop: "pci:speaker")
        #expect(policy.recent.isEmpty)
        route.isPersonal = true
        policy.update([route], desktop: "pci:speaker")
        #expect(policy.recent == [route.name])
    }

    @Test func `The user's choice stays when a headset comes, until the chosen device goes`() {
        var world = RouteWorld(.usbHeadset, .monitor)
        world.send(.talking(true))
        world.send(.requested(route(.monitor)))
        #expect(world.heard == route(.monitor))
        world.plug(.bluetooth)
        #expect(world.heard == route(.monitor))
        world.unplug(.monitor)
        #expect(world.heard == route(.bluetooth))
        world.plug(.monitor)
        #expect(world.heard == route(.bluetooth))
    }

    @Test func `The user's choice of a route is for one call and may be made before it`() {
        var world = RouteWorld(.usbHeadset)
        world.send(.requested(Self.speaker))
        #expect(world.keeper.inUse == Self.speaker)
        world.send(.talking(true))
        #expect(world.heard == Self.speaker)
        world.send(.talking(false))
        world.send(.talking(true))
        #expect(world.heard == route(.usbHeadset))
    }

    @Test func `A choice in the desktop's mixer counts, and stays after the call`() {
        var world = RouteWorld(.usbHeadset, .bluetooth)
        world.send(.talking(true))
        #expect(world.heard == route(.bluetooth))
        world.change { $0.setDefault("usb.duplex") }
        #expect(world.keeper.inUse == route(.usbHeadset))
        world.plug(.car)
        #expect(world.heard == route(.usbHeadset))
        world.send(.talking(false))
        #expect(world.heard == route(.usbHeadset))
        #expect(world.keeper.journal.isEmpty)
    }

    @Test func `A route without a microphone uses the desktop's, also when that changes during a call`() {
        var world = RouteWorld(.usbHeadset)
        world.change { $0.perform(SoundSetting(.defaultSource, "pci.stereo.in")) }
        world.send(.talking(true))
        #expect(world.server.state.defaultSource == "usb.duplex.in")
        world.send(.requested(Self.speaker))
        #expect(world.server.state.defaultSource == "pci.stereo.in")
        world.change { $0.perform(SoundSetting(.defaultSource, "usb.duplex.in")) }
        #expect(world.server.state.defaultSource == "usb.duplex.in")
    }

    @Test func `The next call uses the device that the desktop was set to between calls`() {
        var world = RouteWorld(.usbHeadset, .bluetooth)
        world.change { $0.setDefault("usb.duplex") }
        #expect(world.keeper.inUse == route(.usbHeadset))
        world.change { $0.setDefault("pci.stereo") }
        #expect(world.keeper.inUse == Self.speaker)
        world.plug(.headphones)
        #expect(world.keeper.inUse == route(.headphones))
    }

    @Test func `A server that switches to a new device does not move the call from the user's choice`() {
        var world = RouteWorld(.usbHeadset)
        world.send(.talking(true))
        world.send(.requested(Self.speaker))
        world.change {
            $0.plug(.monitor)
            $0.setDefault("hdmi.hdmi")
        }
        #expect(world.heard == Self.speaker)
        world.plug(.headphones)
        #expect(world.heard == Self.speaker)
    }

    // The Bluetooth card belongs to the model: a real one needs hardware.
    @Test func `A modelled Bluetooth card is a headset during the call and plays music after it`() {
        var world = RouteWorld(.bluetooth)
        world.change { $0.setDefault("zbluez_card.bt.a2dp-sink") }
        let before = world.server
        world.send(.talking(true))
        #expect(world.server.state.cards[2]?.activeProfile == "headset-head-unit")
        #expect(world.server.state.defaultSource == "zbluez_card.bt.headset-head-unit.in")
        // The agent does not report the loudspeaker, which was in use only for a moment.
        #expect(world.said == [route(.bluetooth)])
        for profile in ["a2dp-sink", "headset-head-unit"] {
            world.change { $0.perform(SoundSetting(.profile(card: "bluez_card.bt"), profile)) }
            #expect(world.heard == route(.bluetooth))
        }
        world.send(.talking(false))
        #expect(world.server.state.cards[2]?.activeProfile == "a2dp-sink")
        #expect(world.server.state.defaultSink == before.state.defaultSink)
        #expect(world.server.state.defaultSource == before.state.defaultSource)
        #expect(world.keeper.journal.isEmpty)
    }

    @Test func `A modelled Bluetooth card sounds as before the call while no call uses its microphone`() {
        var world = RouteWorld(.bluetooth)
        world.change { $0.setDefault("zbluez_card.bt.a2dp-sink") }
        let before = world.server.state
        world.send(.talking(true))
        for _ in 1...2 {
            world.send(.resting(true))
            #expect(world.server.state.cards[2]?.activeProfile == "a2dp-sink")
            #expect(world.server.state.defaultSource == "pci.stereo.in")
            #expect(world.heard == route(.bluetooth))
            world.send(.resting(false))
            #expect(world.server.state.cards[2]?.activeProfile == "headset-head-unit")
            #expect(world.server.state.defaultSource == "zbluez_card.bt.headset-head-unit.in")
            #expect(world.heard == route(.bluetooth))
        }
        world.send(.resting(true))
        world.crash(isTalking: true)
        #expect(world.server.state.cards[2]?.activeProfile == "headset-head-unit")
        world.send(.resting(true))
        world.send(.talking(false))
        world.send(.resting(false))
        let (after, journal, isEndless) = (world.server.state, world.keeper.journal, world.isEndless)
        #expect(after.cards.mapValues(\.activeProfile) == before.cards.mapValues(\.activeProfile))
        #expect([after.defaultSink, after.defaultSource] == [before.defaultSink, before.defaultSource])
        #expect(journal.isEmpty && !isEndless)
    }

    @Test func `A Bluetooth headset with the only microphone keeps it`() {
        var world = RouteWorld(.bluetooth)
        world.send(.talking(true))
        var (keeper, state) = (world.keeper, world.server.state)
        state.sources = state.sources.filter { $0.value.card == 2 }
        _ = keeper.handle(.found(state), at: world.time)
        let asked = keeper.handle(.resting(true), at: world.time)
        #expect(!asked.contains { $0.subject == .profile(card: "bluez_card.bt") })
    }

    @Test func `The microphone rests when all calls have been muted or held for the time of the setting`() {
        var rest = MicrophoneRest()
        func look(_ isUnused: Bool, _ delay: UInt64, at now: UInt64) -> String {
            let (isResting, wait) = rest.look(isUnused: isUnused, after: delay, at: now)
            return "\(isResting) \(wait.map { "\($0)" } ?? "")"
        }
        #expect(look(true, 30, at: 100) == "false 30")
        #expect(look(true, 30, at: 129) == "false 1")
        #expect(look(true, 30, at: 130) == "true ")
        #expect(look(true, 60, at: 131) == "false 29")
        #expect(look(true, 0, at: 200) == "false ")
        #expect(look(true, 30, at: 201) == "false 30")
        #expect(look(false, 30, at: 400) == "false ")
        #expect(look(true, 30, at: 401) == "false 30")
    }

    @Test(arguments: [
        (["held"], true), (["active muted"], true), (["held", "active muted"], true), (["held", "incoming"], true),
        (["active"], false), (["held", "active"], false), (["held", "dialing"], false),
        (["held", "connecting"], false),
        (["incoming"], false), (["ended"], false), ([], false), (["held", "ended"], true),
        (["held", "incoming answered"], false), (["held resuming"], false), (["active muted resuming"], true),
        (["active muted unmuting"], false), (["held muted unmuting"], true), (["active observed"], false),
    ])
    func `A call that talks, dials, was answered or is about to go on uses the microphone`(
        _ calls: [String], _ isUnused: Bool
    ) {
        #expect(DesktopState(of: calls).leavesMicrophone == isUnused)
    }

    @Test func `A Bluetooth card that was lost in a call plays music when it is back`() {
        var world = RouteWorld(.bluetooth)
        world.send(.talking(true))
        world.unplug(.bluetooth)
        #expect(world.heard == Self.speaker)
        world.send(.talking(false))
        world.crash(isTalking: false)
        world.plug(.bluetooth)
        #expect(world.server.state.cards[2]?.activeProfile == "a2dp-sink")
        #expect(world.heard == Self.speaker)
        #expect(world.keeper.journal.isEmpty)
    }

    @Test func `A refused setting is not requested again, and its route is not in use`() {
        let world = RouteWorld(.usbHeadset)
        let state = world.server.state
        var keeper = world.keeper
        let asked = keeper.handle(.talking(true), at: world.time)
        #expect(!asked.isEmpty)
        for setting in asked { #expect(keeper.handle(.refused(setting), at: world.time).isEmpty) }
        #expect(keeper.handle(.found(state), at: world.time).isEmpty)
        #expect(keeper.inUse == Self.speaker)
    }

    @Test func `The agent does not route calls while another shell is primary`() {
        var world = RouteWorld(.usbHeadset)
        world.send(.primary(false))
        world.send(.talking(true))
        #expect(world.heard == Self.speaker)
        #expect(world.keeper.routes.count == 4)
    }

    // MARK: Random changes

    private enum Step: CaseIterable {
        case plug, unplug, request, crash, hold, rest
    }

    @Test(arguments: UInt64(1)...300)
    func `A call always has a route, the user's if possible, and all settings are restored after it`(
        _ seed: UInt64
    ) throws {
        var dice = Dice(seed)
        var world = RouteWorld()
        for device in ModelSoundServer.Device.allCases where Bool.random(using: &dice) { world.plug(device) }
        let sink = world.server.state.sinks.values.map(\.name).sorted().randomElement(using: &dice)
        world.change { $0.setDefault(sink ?? "") }
        world.change { $0.perform(SoundSetting(.defaultSource, "pci.stereo.in")) }
        let (plugged, before) = (world.server.plugged, world.server.state)
        var choice: String?
        world.send(.talking(true))
        for _ in 0..<20 {
            let device = try #require(ModelSoundServer.Device.allCases.randomElement(using: &dice))
            switch try #require(Step.allCases.randomElement(using: &dice)) {
            case .plug: world.plug(device)
            case .unplug: world.unplug(device)
            case .crash: world.crash(isTalking: true)
            case .hold: world.send(.talking(true))
            case .rest: world.send(.resting(Bool.random(using: &dice)))
            case .request:
                guard let wish = world.keeper.routes.filter(\.isAvailable).randomElement(using: &dice) else { break }
                world.send(.requested(wish.name))
                choice = wish.name
            }
            let available = Set(world.keeper.routes.filter(\.isAvailable).map(\.name))
            if let wish = choice, !available.contains(wish) { choice = nil }
            let (heard, inUse, isEndless) = (world.heard, world.keeper.inUse, world.isEndless)
            #expect(!isEndless)
            #expect(available.contains(inUse))
            #expect(heard == inUse)
            if let choice { #expect(inUse == choice) }
        }
        let endsFirst = Bool.random(using: &dice)
        if endsFirst { world.send(.talking(false)) }
        for device in ModelSoundServer.Device.allCases {
            if plugged.contains(device) { world.plug(device) } else { world.unplug(device) }
        }
        if !endsFirst { world.crash(isTalking: false) }
        let after = world.server.state
        #expect([after.defaultSink, after.defaultSource] == [before.defaultSink, before.defaultSource])
        let isSame = after.cards.mapValues(\.activeProfile) == before.cards.mapValues(\.activeProfile)
        #expect(isSame)
        // A device that was lost in the call is restored when it comes back.
        for device in ModelSoundServer.Device.allCases { world.plug(device) }
        let (cards, journal) = (world.server.state.cards.values, world.keeper.journal)
        #expect(cards.filter(\.isBluetooth).map(\.activeProfile) == ["a2dp-sink", "a2dp-sink"])
        #expect(journal.isEmpty)
    }
}

/// The same numbers for the same seed.
private struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) ^ (state << 31)
    }
}

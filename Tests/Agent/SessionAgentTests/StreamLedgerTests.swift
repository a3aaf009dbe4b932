// SPDX-License-Identifier: MIT

import CallClient
import SDBus
import Testing

@testable import PulseAudio
@testable import SessionAgent

/// The changes of streams during calls and their restoration, without a sound server.
struct StreamLedgerTests {
    // MARK: The streams for calls

    /// A state with the calls of each app.
    private static func state(_ apps: [String: [String]], owner: String = "") -> DesktopState {
        var objects: Registry.Objects = [:]
        for (place, app) in apps.keys.sorted().enumerated() {
            objects[ObjectPath(trusted: "/calls/provider/\(app)")] = [
                "org.monkeycall.CallManager.Provider": [
                    "Identifier": .string(app), "ProcessID": .uint32(100 * UInt32(place + 1)),
                ]
            ]
            for call in apps[app, default: []] {
                let words = call.split(separator: " ").map(String.init)
                let path = "/calls/call/\(app)_\(words.joined(separator: "_"))"
                objects[ObjectPath(trusted: path)] = [
                    "org.monkeycall.CallManager.Call": [
                        "UUID": .string("\(app) \(call)"), "Provider": .string(app), "State": .string(words[0]),
                        "Muted": .bool(words.contains("muted")), "HasAudio": .bool(app == owner),
                    ]
                ]
            }
        }
        var state = DesktopState()
        state.registry = Registry(objects, at: "/calls")
        if !owner.isEmpty { state.audio.properties["OwnerProvider"] = .string(owner) }
        return state
    }

    @Test(arguments: [
        (["active muted"], true), (["held"], true), (["held", "active muted"], true), (["held", "active"], false),
        (["active"], false), (["dialing"], false), (["incoming"], false), (["held", "incoming"], true),
        (["ended"], false), (["ended", "held"], true), ([], false),
    ])
    func `An app is silenced when all its calls are muted or held`(
        _ calls: [String], _ isSilenced: Bool
    ) {
        #expect(DesiredStreams(Self.state(["app": calls])).muted.isEmpty == !isSilenced)
    }

    @Test func `Only streams that belong to no call, agent or screen reader become quieter`() {
        let desired = DesiredStreams(Self.state(["app": ["active"], "other": []], owner: "app"))
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        let roles = ["music", "", "phone", "a11y", "event"]
        for (index, role) in roles.enumerated() { server.streams?.playback[UInt32(index)] = Self.stream(index, role) }
        for index in 5...8 { server.streams?.playback[UInt32(index)] = Self.stream(index) }
        server.streams?.playback[8]?.client = nil
        var owners = (0..<5).reduce(into: [UInt32: StreamOwner]()) { $0[UInt32($1)] = StreamOwner(processes: [7]) }
        owners[5] = StreamOwner(processes: [150, 100, 2])
        owners[6] = StreamOwner(processes: [42])
        owners[7] = StreamOwner()
        #expect(desired.decide(server, owners, ownProcess: 42).volumes == [0: 30, 1: 30, 7: 30])
        #expect(DesiredStreams(Self.state(["app": ["held"]])).duckOthers == nil)
    }

    @Test func `A microphone stream of the app is muted, and one with an unverified owner is in doubt`() {
        let desired = DesiredStreams(Self.state(["app": ["active muted"], "other": ["held"], "third": ["active"]]))
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        for index in 0...4 { server.streams?.recording[UInt32(index)] = Self.stream(index) }
        let owners: [UInt32: StreamOwner] = [
            0: StreamOwner(processes: [100], isVerified: true), 1: StreamOwner(processes: [201, 200]),
            2: StreamOwner(processes: [300]), 3: StreamOwner(processes: [9], isVerified: true),
            4: StreamOwner(processes: [8], isVerified: true),
        ]
        var decision = desired.decide(server, owners, ownProcess: 42)
        #expect(decision.muted == [0: ["app"], 1: ["other"]])
        #expect(decision.uncertain == [])
        let doubtful = owners.merging([4: StreamOwner(processes: [8])]) { $1 }
        decision = desired.decide(server, doubtful, ownProcess: 42)
        #expect(decision.uncertain == ["app active muted", "other held"])
    }

    @Test func `The playback of an app with only held calls is silent, except its short sounds`() {
        let desired = DesiredStreams(Self.state(["app": ["held"], "other": ["active"]], owner: "other"))
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        for (index, role) in ["phone", "event", "phone", ""].enumerated() {
            server.streams?.playback[UInt32(index)] = Self.stream(index, role)
        }
        let owners: [UInt32: StreamOwner] = [
            0: StreamOwner(processes: [100]), 1: StreamOwner(processes: [100]), 2: StreamOwner(processes: [200]),
            3: StreamOwner(processes: [201, 200]),
        ]
        #expect(desired.decide(server, owners, ownProcess: 42).volumes == [0: 0])
    }

    @Test func `The streams of a call that names a process are those of this process and its children`() throws {
        var state = Self.state(["app": ["held", "active muted"]], owner: "app")
        for call in state.calls {
            let path = try #require(state.registry.calls.first { $0.value == call }?.key)
            state.registry.calls[path]?.properties["StreamProcess"] = .uint32(call.uuid == "app held" ? 500 : 600)
        }
        let desired = DesiredStreams(state)
        #expect(desired.heard.map(\.name) == ["app#500", "app#600"])
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        for index in 0...2 {
            server.streams?.playback[UInt32(index)] = Self.stream(index)
            server.streams?.recording[UInt32(index)] = Self.stream(index)
        }
        let owners: [UInt32: StreamOwner] = [
            0: StreamOwner(processes: [501, 500], isVerified: true), 1: StreamOwner(processes: [600], isVerified: true),
            2: StreamOwner(processes: [100], isVerified: true),
        ]
        let decision = desired.decide(server, owners, ownProcess: 42)
        #expect(decision.volumes == [0: 0, 2: 30])
        #expect(decision.muted == [0: ["app#500"], 1: ["app#600"]])
    }

    /// A call that another program makes, and of which the service knows no process.
    @Test func `During an observed call other sound is quieter, and the app that records keeps its volume`() {
        var desired = DesiredStreams(DesktopState(of: ["active observed"]))
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        server.sources[0] = Self.source(isMonitor: false)
        server.sources[1] = Self.source(isMonitor: true)
        for index in 0...3 { server.streams?.playback[UInt32(index)] = Self.stream(index) }
        for index in 4...6 { server.streams?.recording[UInt32(index)] = Self.stream(index) }
        server.streams?.recording[5]?.device = 1
        server.streams?.recording[6]?.isCorked = true
        let owners: [UInt32: StreamOwner] = [
            0: StreamOwner(processes: [500, 400]), 1: StreamOwner(processes: [600]), 2: StreamOwner(processes: [700]),
            3: StreamOwner(processes: [801, 800]),
            4: StreamOwner(processes: [400]), 5: StreamOwner(processes: [600]), 6: StreamOwner(processes: [700]),
        ]
        #expect(desired.decide(server, owners, ownProcess: 42).volumes == [1: 30, 2: 30, 3: 30])
        // The streams of a call that has the audio are known.
        desired = DesiredStreams(DesktopState(of: ["active talks"]))
        #expect(desired.decide(server, owners, ownProcess: 42).volumes == [0: 30, 1: 30, 2: 30, 3: 30])
    }

    @Test(arguments: [
        ("active observed", true), ("dialing observed", true), ("connecting observed", true), ("held observed", false),
        ("incoming observed", false), ("ended observed", false), ("active talks", true), ("active", false),
    ])
    func `The user talks in a call with the audio and in an observed one, and so other sound is quieter`(
        _ call: String, _ talks: Bool
    ) {
        let state = DesktopState(of: [call])
        #expect(state.isTalking == talks)
        #expect((DesiredStreams(state).duckOthers != nil) == talks)
        #expect(MediaPlayers.Phase(state) == (talks ? .quiet : .waiting))
    }

    @Test func `Two streams are of one app by a process, a sandbox or a unit that they share`() {
        let pairs: [(StreamOwner, StreamOwner, Bool)] = [
            (StreamOwner(processes: [5, 4]), StreamOwner(processes: [4]), true),
            (StreamOwner(processes: [5, 4]), StreamOwner(processes: [6, 4]), false),
            (StreamOwner(), StreamOwner(), false), (StreamOwner(app: ""), StreamOwner(app: ""), false),
            (StreamOwner(app: "org.example.App"), StreamOwner(app: "org.example.App"), true),
            (StreamOwner(unit: "app-a.scope"), StreamOwner(unit: "app-a.scope"), true),
            (StreamOwner(unit: "session-2.scope"), StreamOwner(unit: "session-2.scope"), false),
        ]
        for (one, other, isSame) in pairs {
            #expect(one.isSameApp(as: other) == isSame)
            #expect(other.isSameApp(as: one) == isSame)
        }
    }

    @Test func `A systemd unit belongs to one app or to the whole login`() {
        #expect(StreamOwner.isOfOneApp("app-gnome-org.example.Phone-1234.scope"))
        for unit in ["", "session-2.scope", "user@1000.service", "init.scope", "dbus.service", "vte-spawn-1.scope"] {
            #expect(!StreamOwner.isOfOneApp(unit))
        }
    }

    // MARK: Decisions

    private static func source(isMonitor: Bool) -> SoundServerState.Device {
        SoundServerState.Device(
            index: isMonitor ? 1 : 0, name: isMonitor ? "monitor" : "mic", description: "", card: nil,
            isMonitor: isMonitor, ports: [], activePort: "", volume: [65_536], isMuted: false, properties: [:])
    }

    private static func stream(_ index: Int, _ role: String = "") -> SoundServerState.Stream {
        SoundServerState.Stream(
            index: UInt32(index), client: UInt32(index), device: 0, volume: [60_000, 50_000], isMuted: false,
            isCorked: false, properties: ["media.role": role, "application.name": "app \(index)"])
    }

    /// A sound server, and an agent that can be killed after a number of requests.
    private final class World {
        var server = SoundServerState.Streams()
        var ledger = StreamLedger()
        var desired = DesiredStreams(state(["app": []]))
        /// The volume that the next playback stream gets.
        var memory: [UInt32]?
        var isMutedMemory: Bool?
        /// The server remembers a restored volume only after a moment.
        private var newMemory: [UInt32]?
        private var isNewMutedMemory: Bool?
        /// All streams end before the server remembers the restored values.
        var endsBeforeRemembered = false
        var questions = 0
        /// The playback of other calls, which the agent leaves alone.
        var others: Set<UInt32> = []
        /// Called when the server has changed a volume, and before it answers.
        var beforeAnswer: () -> Void = {}

        init() {
            server.playback[1] = stream(1)
            server.recording[2] = stream(2)
        }

        /// Begins a muted call of the app that has stream 2.
        func talk() { desired = DesiredStreams(state(["app": ["active muted"]], owner: "app")) }
        func hangUp() { desired = DesiredStreams(state(["app": []])) }

        private var decision: DesiredStreams.Decision {
            var decision = DesiredStreams.Decision()
            if let percent = desired.duckOthers {
                decision.volumes = server.playback.filter { !others.contains($0.key) }.mapValues { _ in percent }
            }
            if !desired.muted.isEmpty {
                decision.muted = server.recording.mapValues { _ in ["app"] }
            }
            return decision
        }

        /// The agent sees a change of the server. Returns its requests.
        func look() -> [StreamLedger.Step] { ledger.update(desired, decision, server) }

        /// Lets the agent work. False if it was killed after `life` requests in all, with work left.
        func work(_ life: Int = .max) -> Bool {
            for _ in 0..<20 {
                let steps = look()
                if steps.isEmpty { return true }
                for step in steps {
                    guard questions < life else { return false }
                    questions += 1
                    perform(step)
                }
            }
            Issue.record("it never comes to an end: \(ledger)")
            return true
        }

        private func perform(_ step: StreamLedger.Step) {
            switch step {
            case .setVolume(let altered, let levels):
                if server.playback[altered.index] != nil {
                    server.playback[altered.index]?.volume = levels
                    if levels == altered.own { newMemory = levels } else { memory = levels }
                    beforeAnswer()
                }
                ledger.answered(altered, true)
            case .setMuted(let altered, let isMuted):
                if server.recording[altered.index] != nil {
                    server.recording[altered.index]?.isMuted = isMuted
                    if isMuted { isMutedMemory = true } else { isNewMutedMemory = false }
                }
                ledger.answered(altered, true)
            case .linger(let altered):
                if endsBeforeRemembered { server = SoundServerState.Streams() }
                if server.playback[altered.index] != nil { memory = newMemory }
                if server.recording[altered.index] != nil { isMutedMemory = isNewMutedMemory }
                ledger.lingered(altered)
            case .mend(let altered):
                if altered.kind == .playback { memory = altered.own } else { isMutedMemory = false }
                ledger.mended(altered)
            }
        }

        /// Replaces the agent by one that reads its records.
        func startAgain() {
            let records = ledger.streams.map(\.record)
            ledger = StreamLedger()
            ledger.streams = records.compactMap { AlteredStream($0) }
        }
    }

    @Test(arguments: 0..<5, [false, true])
    func `After the call all volumes are restored, whenever the agent was killed`(_ life: Int, _ endsMeanwhile: Bool) {
        let world = World()
        let before = world.server
        world.talk()
        var isAlive = world.work(life)
        if isAlive { #expect(world.server != before) }
        if endsMeanwhile { world.server = SoundServerState.Streams() }
        world.hangUp()
        if isAlive { isAlive = world.work(life) }
        world.startAgain()
        #expect(world.work())
        #expect(world.ledger.streams.isEmpty)
        if endsMeanwhile {
            #expect(world.memory ?? [60_000, 50_000] == [60_000, 50_000])
            #expect(world.isMutedMemory != true)
        } else {
            #expect(world.server == before)
        }
    }

    @Test func `A stream that ends before the server remembers its restored volume is corrected later`() {
        let world = World()
        world.talk()
        #expect(world.work())
        world.hangUp()
        world.endsBeforeRemembered = true
        #expect(world.work())
        #expect(world.memory == [60_000, 50_000])
        #expect(world.isMutedMemory == false)
        #expect(world.ledger.streams.isEmpty)
    }

    @Test func `A stream that was just restored is altered again for the next call`() {
        let world = World()
        world.talk()
        #expect(world.work())
        let during = world.server
        world.hangUp()
        // The agent has restored both streams, and has recorded nothing yet.
        #expect(!world.work(world.questions + 2))
        world.talk()
        #expect(world.work())
        #expect(world.server == during)
    }

    @Test func `The next stream of a player gets the volume that its last stream had`() {
        let world = World()
        world.talk()
        #expect(world.work())
        let quiet = world.server.playback[1]?.volume
        #expect(quiet == [18_000, 15_000])
        var next = Self.stream(9)
        next.properties = world.server.playback[1]?.properties ?? [:]
        next.volume = world.memory
        world.server.playback = [9: next]
        #expect(world.work())
        #expect(world.server.playback[9]?.volume == quiet)
        world.hangUp()
        #expect(world.work())
        #expect(world.server.playback[9]?.volume == [60_000, 50_000])
    }

    @Test func `An altered stream that ends beside an older one of the same kind gives its own volume to the next one`()
    {
        let world = World()
        world.others = [0]
        var older = Self.stream(0)
        older.properties = world.server.playback[1]?.properties ?? [:]
        world.server.playback[0] = older
        world.talk()
        #expect(world.work())
        #expect(world.memory == [18_000, 15_000])
        world.server.playback[1] = nil
        #expect(world.work())
        #expect(world.memory == [60_000, 50_000])
        #expect(world.server.playback[0]?.volume == [60_000, 50_000])
    }

    @Test func `A stream that begins beside an altered stream is restored with it`() {
        let world = World()
        world.talk()
        #expect(world.work())
        // The server gives the new streams the values of the others.
        var (player, microphone) = (Self.stream(8), Self.stream(9))
        player.properties = world.server.playback[1]?.properties ?? [:]
        (player.volume, microphone.isMuted) = ([18_000], true)
        microphone.properties = world.server.recording[2]?.properties ?? [:]
        world.server.playback[8] = player
        world.server.recording[9] = microphone
        #expect(world.work())
        #expect(world.server.playback[8]?.volume == [18_000])
        world.hangUp()
        #expect(world.work())
        #expect(world.server.playback[8]?.volume == [60_000])
        #expect(world.server.playback[1]?.volume == [60_000, 50_000])
        #expect(world.server.recording[9]?.isMuted == false)
    }

    @Test func `A stream that gets an altered volume before the server has answered is restored, too`() {
        let world = World()
        world.beforeAnswer = { [unowned world] in
            world.beforeAnswer = {}
            var player = Self.stream(8)
            player.properties = world.server.playback[1]?.properties ?? [:]
            player.volume = [18_000]
            world.server.playback[8] = player
            #expect(world.look().isEmpty)
        }
        world.talk()
        #expect(world.work())
        #expect(world.server.playback[8]?.volume == [18_000])
        world.hangUp()
        #expect(world.work())
        #expect(world.server.playback[8]?.volume == [60_000])
    }

    @Test func `A new DuckOthers applies to streams that are already quieter`() {
        let world = World()
        world.talk()
        #expect(world.work())
        world.desired.duckOthers = 50
        #expect(world.work())
        #expect(world.server.playback[1]?.volume == [30_000, 25_000])
        world.hangUp()
        #expect(world.work())
        #expect(world.server.playback[1]?.volume == [60_000, 50_000])
    }

    @Test func `The held call of an app that talks in another call is unenforced`() {
        let desired = DesiredStreams(Self.state(["app": ["active", "held"]], owner: "app"))
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        server.streams?.recording[1] = Self.stream(1)
        let decision = desired.decide(server, [1: StreamOwner(processes: [100], isVerified: true)], ownProcess: 42)
        #expect(decision.muted.isEmpty)
        #expect(decision.uncertain == ["app held"])
    }

    @Test func `A stream that may carry a sandboxed app's call does not become quieter`() {
        var desired = DesiredStreams(Self.state(["app": ["active"]], owner: "app"))
        var server = SoundServerState()
        server.streams = SoundServerState.Streams()
        server.streams?.playback[1] = Self.stream(1)
        let owners = [UInt32(1): StreamOwner(processes: [7], mayBeSandboxed: true)]
        #expect(desired.decide(server, owners, ownProcess: 42).volumes == [1: 30])
        desired.heard = desired.heard.map { party in
            var provider = party.provider
            provider.properties["AppID"] = .string("org.example.App")
            return StreamParty(provider: provider)
        }
        #expect(desired.decide(server, owners, ownProcess: 42).volumes == [:])
    }

    @Test func `A volume or mute that the user sets during a call stays`() {
        let world = World()
        world.server.recording[3] = Self.stream(3)
        world.server.recording[3]?.isMuted = true
        world.talk()
        #expect(world.work())
        world.server.playback[1]?.volume = [30_000, 30_000]
        #expect(world.work())
        world.hangUp()
        #expect(world.work())
        #expect(world.server.playback[1]?.volume == [30_000, 30_000])
        #expect(world.server.recording[3]?.isMuted == true)
        #expect(world.server.recording[2]?.isMuted == false)
        #expect(world.ledger.streams.isEmpty)
    }

    @Test func `A volume that the agent set before its last change is not the choice of the user`() {
        let world = World()
        world.talk()
        #expect(world.work())
        let ducked = world.server.playback[1]?.volume
        world.desired.duckOthers = 50
        #expect(world.work())
        world.server.playback[1]?.volume = ducked
        #expect(world.work())
        #expect(world.server.playback[1]?.volume == [30_000, 25_000])
        world.server.playback[1]?.volume = ducked
        world.hangUp()
        #expect(world.work())
        #expect(world.server.playback[1]?.volume == [60_000, 50_000])
    }

    @Test func `A microphone that its app keeps unmuting is muted again, but not without end`() {
        let world = World()
        world.talk()
        for _ in 0..<StreamLedger.attempts {
            #expect(world.work())
            #expect(world.server.recording[2]?.isMuted == true)
            world.server.recording[2]?.isMuted = false
        }
        #expect(world.work())
        #expect(world.server.recording[2]?.isMuted == false)
    }
}

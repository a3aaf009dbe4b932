// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import SDBus
import Testing

@testable import PulseAudio
@testable import SessionAgent

/// Which streams feed the microphone of a call, and which outputs keep their volume.
struct SoundPathsTests {
    /// A server with devices and streams by name. The default sink is `speaker`; each sink has a monitor.
    private struct Server {
        var state = SoundServerState()
        private var streams = SoundServerState.Streams()
        private var last: UInt32 = 0

        init() {
            for name in ["speaker", "jack", "call", "outer"] { addSink(name) }
            state.sinks[index(of: "jack", in: state.sinks)]?.card = 0
            state.defaultSink = "speaker"
        }

        private mutating func next() -> UInt32 {
            last += 1
            return last
        }

        func index(of name: String, in devices: [UInt32: SoundServerState.Device]) -> UInt32 {
            devices.values.first { $0.name == name }?.index ?? 0
        }

        mutating func addSink(_ name: String, group: String? = nil) {
            let index = next()
            state.sinks[index] = Self.device(index, name, group: group)
            addSource(name + ".monitor", monitorOf: index)
        }

        mutating func addSource(_ name: String, group: String? = nil, monitorOf sink: UInt32? = nil) {
            let index = next()
            state.sources[index] = Self.device(index, name, monitorOf: sink, group: group)
        }

        /// A stream of a client; the server itself has none.
        mutating func play(_ client: UInt32?, on sink: String, group: String? = nil, role: String = "") {
            let index = next()
            streams.playback[index] = Self.stream(index, client, self.index(of: sink, in: state.sinks), group, role)
            state.streams = streams
        }

        mutating func record(_ client: UInt32?, from source: String, group: String? = nil) {
            let index = next()
            let device = self.index(of: source, in: state.sources)
            streams.recording[index] = Self.stream(index, client, device, group, "")
            state.streams = streams
        }

        /// A loopback from a sink to another one.
        mutating func lead(_ sink: String, to other: String, as group: String) {
            record(nil, from: sink + ".monitor", group: group)
            play(nil, on: other, group: group)
        }

        /// The names of the sinks whose sound reaches this source.
        func sinks(into source: String) -> [String] {
            let sinks = SoundPaths(state, streams).sinks(into: [index(of: source, in: state.sources)])
            return sinks.compactMap { state.sinks[$0]?.name }.sorted()
        }

        private static func device(
            _ index: UInt32, _ name: String, monitorOf sink: UInt32? = nil, group: String?
        ) -> SoundServerState.Device {
            SoundServerState.Device(
                index: index, name: name, description: "", card: nil, isMonitor: sink != nil, ports: [],
                activePort: "", volume: [65_536], isMuted: false, properties: [:], monitoredSink: sink, group: group)
        }

        private static func stream(
            _ index: UInt32, _ client: UInt32?, _ device: UInt32, _ group: String?, _ role: String
        ) -> SoundServerState.Stream {
            SoundServerState.Stream(
                index: index, client: client, device: device, volume: [65_536], isMuted: false, isCorked: false,
                properties: ["media.role": role], group: group)
        }
    }

    // MARK: The graph

    @Test func `The monitor of a virtual sink has the sound of that sink, and a microphone has none`() {
        var server = Server()
        server.addSource("mic")
        #expect(server.sinks(into: "call.monitor") == ["call"])
        #expect(server.sinks(into: "mic") == [])
        #expect(server.sinks(into: "nothing") == [])
    }

    @Test func `The default sink and a sink of hardware feed no microphone, also if it records them`() {
        var server = Server()
        server.lead("speaker", to: "call", as: "loopback")
        #expect(server.sinks(into: "speaker.monitor") == [])
        #expect(server.sinks(into: "jack.monitor") == [])
        #expect(server.sinks(into: "call.monitor") == ["call"])
    }

    @Test func `A source that is made of another one has its sound`() {
        var server = Server()
        server.addSource("remapped", group: "remap")
        server.record(nil, from: "call.monitor", group: "remap")
        server.addSource("filtered", group: "filter")
        server.record(nil, from: "remapped", group: "filter")
        for source in ["remapped", "filtered"] { #expect(server.sinks(into: source) == ["call"]) }
    }

    @Test func `A loopback, a filter and a remap of sinks lead sound on`() {
        var server = Server()
        server.lead("outer", to: "call", as: "loopback")
        server.addSink("effects", group: "filter")
        server.play(nil, on: "outer", group: "filter")
        #expect(server.sinks(into: "call.monitor") == ["call", "effects", "outer"])
        #expect(server.sinks(into: "outer.monitor") == ["effects", "outer"])
        #expect(server.sinks(into: "effects.monitor") == ["effects"])
    }

    @Test func `Sound that goes in a circle is followed once`() {
        var server = Server()
        server.lead("outer", to: "call", as: "one")
        server.lead("call", to: "outer", as: "other")
        #expect(server.sinks(into: "call.monitor") == ["call", "outer"])
    }

    @Test func `Streams of clients lead nothing on`() {
        var server = Server()
        server.record(1, from: "outer.monitor")
        server.play(1, on: "call")
        #expect(server.sinks(into: "call.monitor") == ["call"])
    }

    // MARK: The volumes

    /// The app with the call is client 1.
    private static let owners: [UInt32: StreamOwner] = [
        1: StreamOwner(processes: [100]), 2: StreamOwner(processes: [200]), 3: StreamOwner(processes: [300]),
    ]

    /// The clients whose playback becomes quieter.
    private func quieter(_ server: Server, leaving outputs: String...) -> [UInt32] {
        var state = DesktopState()
        state.settings.leftOutputs.names = Set(outputs)
        let objects: Registry.Objects = [
            "/calls/provider/app": [
                "org.monkeycall.CallManager.Provider": ["Identifier": .string("app"), "ProcessID": .uint32(100)]
            ],
            "/calls/call/A": [
                "org.monkeycall.CallManager.Call": [
                    "UUID": .string("A"), "Provider": .string("app"), "State": .string("active"),
                    "HasAudio": .bool(true),
                ]
            ],
        ]
        state.registry = Registry(objects, at: "/calls")
        state.audio.properties["OwnerProvider"] = .string("app")
        let volumes = DesiredStreams(state).decide(server.state, Self.owners, ownProcess: 42).volumes
        return volumes.keys.compactMap { server.state.streams?.playback[$0]?.client }.sorted()
    }

    @Test func `A helper that plays into the microphone of a call keeps its volume, and music becomes quieter`() {
        var server = Server()
        server.play(2, on: "call")
        server.play(3, on: "speaker")
        #expect(quieter(server) == [2, 3])
        server.record(1, from: "call.monitor")
        #expect(quieter(server) == [3])
    }

    @Test func `A stream that another program records, such as a level meter, becomes quieter`() {
        var server = Server()
        server.play(2, on: "call")
        server.record(3, from: "call.monitor")
        server.record(nil, from: "call.monitor")
        #expect(quieter(server) == [2])
    }

    @Test func `Music on the desktop's own output becomes quieter, also if the call records that output`() {
        var server = Server()
        server.play(2, on: "speaker")
        server.record(1, from: "speaker.monitor")
        #expect(quieter(server) == [2])
    }

    @Test func `Outputs that the user leaves alone keep their volume`() {
        var server = Server()
        server.addSink("raop.kitchen.1")
        server.play(2, on: "raop.kitchen.1")
        server.play(3, on: "speaker")
        #expect(quieter(server) == [2, 3])
        #expect(quieter(server, leaving: "raop.kitchen.1") == [3])
        #expect(quieter(server, leaving: "raop.kitchen.*") == [3])
        #expect(quieter(server, leaving: "raop.kitchen", "*.1") == [2, 3])
        #expect(quieter(server, leaving: "raop.*", "speaker") == [])
    }
}

// SPDX-License-Identifier: MIT

import BridgeCore
import BusTesting
import CallBridge
import CallClient
import Foundation
import SDBus
import Testing

@testable import PulseAudio

/// Which app records a stream. The process of the streams is that of the tests.
struct StreamRecordersTests {
    private static let process = UInt32(getpid())
    private static let zoom = ObservedApp("Zoom", ["zoom"]).map { [$0] } ?? []

    /// A server with a microphone (1), a monitor (2), this program's connection (9), and a client with these properties
    /// (3).
    private func server(_ name: String, _ client: [String: String]) -> SoundServerState {
        var state = SoundServerState()
        (state.serverName, state.ownClient) = (name, 9)
        for index: UInt32 in [1, 2] {
            state.sources[index] = SoundServerState.Device(
                index: index, name: "", description: "", card: nil, isMonitor: index == 2, ports: [], activePort: "",
                volume: [], isMuted: false, properties: [:])
        }
        var streams = SoundServerState.Streams()
        streams.clients[9] = SoundServerState.Client(index: 9, properties: ["pipewire.sec.pid": "1"])
        streams.clients[3] = SoundServerState.Client(index: 3, properties: client)
        streams.recording[5] = stream(5)
        state.streams = streams
        return state
    }

    private func stream(_ index: UInt32, client: UInt32? = 3, device: UInt32? = 1, isCorked: Bool = false)
        -> SoundServerState.Stream
    {
        SoundServerState.Stream(
            index: index, client: client, device: device, volume: nil, isMuted: false, isCorked: isCorked,
            properties: [:])
    }

    private func sightings(
        _ state: SoundServerState, apps: [ObservedApp] = zoom, supported: Set<String> = [],
        _ registry: Registry = Registry()
    ) -> [String: ObservedCalls.Sighting] {
        var recorders = StreamRecorders(ObservedAppList(apps), supported: supported)
        let shown = recorders.sightings(in: state, registry, own: ["org.monkeycall.Observed.zoom"])
        return Dictionary(uniqueKeysWithValues: shown.map { ("\($0.app.name) \($0.process)", $1) })
    }

    private static let claims = ["application.process.binary": "zoom", "application.process.id": "\(process)"]

    @Test(arguments: [
        "application.process.binary", "pipewire.access.portal.app_id", "application.id", "application.name",
    ])
    func `A stream that no server verifies counts by the words of its client`(key: String) {
        #expect(sightings(server("pulseaudio", [key: "Zoom"])) == ["Zoom 0": .records([5])])
    }

    @Test(arguments: ["application.process.binary", "pipewire.access.portal.app_id"])
    func `A program or a sandbox that is none of the list ends the search, whatever the client calls itself`(
        key: String
    ) throws {
        let chromium = try #require(ObservedApp("Chromium", ["chromium"]))
        let names = ["application.name": "Chromium", "application.id": "chromium"]
        func shown(_ fact: String) -> [String: ObservedCalls.Sighting] {
            sightings(server("pulseaudio", names.merging([key: fact]) { $1 }), apps: Self.zoom + [chromium])
        }
        #expect(shown("an-electron-app") == [:])
        #expect(shown("zoom") == ["Zoom 0": .records([5])])
        #expect(shown("chromium") == ["Chromium 0": .records([5])])
        #expect(shown("") == ["Chromium 0": .records([5])])
    }

    @Test func `The program or the sandbox of a client is enough if the other is none of the list`() {
        for (program, sandbox) in [("zoom", "org.example.App"), ("python3", "zoom")] {
            let client = ["application.process.binary": program, "pipewire.access.portal.app_id": sandbox]
            #expect(sightings(server("pulseaudio", client)) == ["Zoom 0": .records([5])])
        }
    }

    @Test func `Other programs, paused streams, monitors and streams without a device or a client are no call`() {
        #expect(sightings(server("pulseaudio", ["application.process.binary": "parec"])) == [:])
        for other in [
            stream(5, isCorked: true), stream(5, device: 2), stream(5, device: nil), stream(5, client: nil),
            stream(5, client: 9), stream(5, client: 77),
        ] {
            var state = server("pulseaudio", Self.claims)
            state.streams?.recording[5] = other
            #expect(sightings(state) == [:])
        }
    }

    @Test func `The agent, which may read the level of a microphone, is no call`() {
        let agent = [
            "application.process.binary": "monkeycall-agent", "application.name": "MonkeyCall",
            "application.icon_name": "call-start",
        ]
        #expect(sightings(server("pulseaudio", agent), apps: ObservedAppList.defaultApps) == [:])
    }

    @Test func `All streams of an app are together`() {
        var state = server("pulseaudio", Self.claims)
        state.streams?.clients[4] = SoundServerState.Client(index: 4, properties: Self.claims)
        state.streams?.recording[6] = stream(6)
        state.streams?.recording[7] = stream(7, client: 4)
        #expect(sightings(state) == ["Zoom 0": .records([5, 6, 7])])
    }

    @Test func `The kernel names the program of a verified stream, and the client's words do not count`() throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let own = try #require(ObservedApp("Tests", [URL(filePath: program).lastPathComponent]))
        let claims = ["application.process.binary": "zoom", "pipewire.sec.pid": "\(Self.process)"]
        let shown = sightings(server("PulseAudio (on PipeWire 1.0)", claims), apps: Self.zoom + [own])
        let recorder = try #require(shown.keys.first)
        #expect(shown.count == 1 && recorder.hasPrefix("Tests ") && recorder != "Tests 0")
        #expect(sightings(server("PulseAudio (on PipeWire 1.0)", claims)) == [:])
        // A client of PipeWire's PulseAudio server has the process of that server.
        #expect(
            sightings(
                server("PulseAudio (on PipeWire 1.0)", ["application.name": "zoom", "pipewire.sec.pid": "1"]))
                == ["Zoom 0": .records([5])])
    }

    @Test func `A process that has ended is none of the list, whatever its parent is`() throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let own = try #require(ObservedApp("Tests", [URL(filePath: program).lastPathComponent]))
        let child = try ChildProcess(["true"])
        // It keeps its number, because nothing has asked for its status.
        var information = siginfo_t()
        try #require(waitid(P_PID, id_t(child.processID), &information, WEXITED | WNOWAIT) == 0)
        let client = ["pipewire.sec.pid": "\(child.processID)"]
        #expect(sightings(server("PulseAudio (on PipeWire 1.0)", client), apps: [own]) == [:])
        withExtendedLifetime(child) {}
    }

    @Test(.needsRoot) func `A program in a sandbox without a name is none of the list, whatever it is called`() throws {
        let folder = try TemporaryDirectory()
        let zoom = folder.url.appendingPathComponent("zoom").path
        let shell = URL(filePath: "/bin/sh").resolvingSymlinksInPath().path
        try FileManager.default.copyItem(atPath: shell, toPath: zoom)
        func shown(in sandbox: [String]) throws -> (process: String, shown: [String: ObservedCalls.Sighting]) {
            let program = try ChildProcess(sandbox + [zoom, "-c", "echo $$; read line"])
            let process = try program.waitForLine()
            defer { withExtendedLifetime(program) {} }
            return (process, sightings(server("PulseAudio (on PipeWire 1.0)", ["pipewire.sec.pid": process])))
        }
        let free = try shown(in: [])
        #expect(free.shown == ["Zoom \(free.process)": .records([5])])
        #expect(try shown(in: ["unshare", "--user", "--map-root-user"]).shown == [:])
    }

    @Test func `An app whose process another call names is in the registry, and its own observed call is no reason`() {
        var registry = Registry()
        func name(_ process: UInt32, _ provider: String) {
            registry.calls["/a"] = CallRecord(["StreamProcess": .uint32(process), "Provider": .string(provider)])
        }
        name(Self.process, "org.example.Browser")
        #expect(sightings(server("pulseaudio", Self.claims), registry) == ["Zoom 0": .isRegistered])
        name(Self.process, "org.monkeycall.Observed.zoom")
        #expect(sightings(server("pulseaudio", Self.claims), registry) == ["Zoom 0": .records([5])])
        name(0, "org.example.Browser")
        #expect(sightings(server("pulseaudio", Self.claims), registry) == ["Zoom 0": .records([5])])
        name(4_000_000, "org.example.Browser")
        #expect(sightings(server("pulseaudio", Self.claims), registry) == ["Zoom 0": .records([5])])
    }

    @Test func `A browser of the system does not count while it has the extension`() throws {
        let root = try TemporaryDirectory()
        #expect(BrowserExtensions.programs(below: root.url.path) == [])
        let folder = "usr/share/chromium/extensions/monkeycall"
        try FileManager.default.createDirectory(
            at: root.url.appendingPathComponent(folder), withIntermediateDirectories: true)
        let programs = BrowserExtensions.programs(below: root.url.path)
        #expect(programs == ["chromium", "chromium-browser"])
        let apps = ObservedAppList.defaultApps
        func shown(_ program: String) -> [String: ObservedCalls.Sighting] {
            let client = ["application.process.binary": program]
            return sightings(server("pulseaudio", client), apps: apps, supported: programs)
        }
        #expect(shown("chromium") == ["Chromium 0": .isRegistered])
        #expect(shown("firefox") == ["Firefox 0": .records([5])])
    }

    @Test func `A browser in a sandbox counts beside one of the system that has the extension`() {
        let program = ["application.process.binary": "chromium"]
        var state = server("pulseaudio", program)
        let sandboxed = program.merging(["pipewire.access.portal.app_id": "org.chromium.Chromium"]) { $1 }
        state.streams?.clients[4] = SoundServerState.Client(index: 4, properties: sandboxed)
        state.streams?.recording[6] = stream(6, client: 4)
        let shown = sightings(state, apps: ObservedAppList.defaultApps, supported: ["chromium"])
        #expect(shown == ["Chromium 0": .records([6])])
    }
}

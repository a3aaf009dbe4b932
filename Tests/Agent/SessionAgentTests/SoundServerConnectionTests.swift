// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import PulseAudio
import SDBus
import SessionAgent
import Testing

/// The agent's copy of the state of a real sound server.
struct SoundServerConnectionTests {
    let bus: BusDaemon
    let loop: EventLoop

    init() throws {
        bus = try BusDaemon.session()
        loop = try EventLoop()
    }

    private func connect(to sound: SoundServer) -> SoundServerConnection {
        let connection = SoundServerConnection(
            loop, as: "MonkeyCall", icon: "call-start", server: sound.environment["PULSE_SERVER"],
            log: Log { _, _ in })
        connection.begin()
        return connection
    }

    /// Runs the loop until the condition holds.
    private func wait(_ what: String, _ isSo: () -> Bool) throws {
        let deadline = Deadline()
        while !isSo() {
            guard !deadline.hasPassed else { throw SupportError("not so: \(what)") }
            try loop.turn { descriptor in
                var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, 100)
            }
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The copy of the sound server's devices follows their changes`(_ kind: SoundServer.Kind) throws {
        let sound = try SoundServer(on: bus, kind)
        let connection = connect(to: sound)
        try wait("the sinks are known") {
            connection.state.map { $0.sink(named: "speaker") != nil && $0.sink(named: "headset") != nil } == true
        }
        #expect(connection.state?.source(named: "speaker.monitor")?.isMonitor == true)
        #expect(connection.state?.streams == nil)
        try sound.setDefault("headset")
        try wait("the default has changed") { connection.state?.defaultSink == "headset" }
        var isDone: Bool?
        connection.perform(.setDefaultSink("speaker")) { isDone = $0 }
        try wait("the default is set") { isDone == true && connection.state?.defaultSink == "speaker" }
        connection.perform(.setSinkPort(sink: "speaker", "nowhere")) { isDone = $0 }
        try wait("what cannot be done is refused") { isDone == false }
        let module = try sound.pactl("load-module", "module-null-sink", "sink_name=plugged")
        try wait("a sink has come") { connection.state?.sink(named: "plugged") != nil }
        try sound.pactl("unload-module", module)
        try wait("a sink has gone") { connection.state?.sink(named: "plugged") == nil }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The copy has the streams only while they are needed`(_ kind: SoundServer.Kind) throws {
        let sound = try SoundServer(on: bus, kind)
        let connection = connect(to: sound)
        try wait("the server is known") { connection.state != nil }
        let player = try sound.play(on: "speaker")
        connection.followStreams(true, for: connection)
        try wait("the stream is known") { connection.state?.streams?.playback.first?.value.device != nil }
        let stream = try #require(connection.state?.streams?.playback.values.first)
        #expect(connection.state?.streams?.clients[try #require(stream.client)] != nil)
        #expect(connection.state?.sinks[try #require(stream.device)]?.name == "speaker")
        // PipeWire reports 0 at first.
        try wait("its volume is known") { connection.state?.streams?.playback[stream.index]?.volume == [65_536] }
        connection.perform(.setPlaybackVolume(stream.index, [32_768]))
        try wait("the volume is set") { connection.state?.streams?.playback[stream.index]?.volume == [32_768] }
        try wait("the stream has moved") {
            // WirePlumber ignores a move that comes while it still links the stream.
            _ = try? sound.pactl("move-sink-input", String(stream.index), "headset")
            let state = connection.state
            return state?.streams?.playback[stream.index]?.device == state?.sink(named: "headset")?.index
        }
        try player.kill9()
        try wait("the stream is gone") { connection.state?.streams?.playback.isEmpty == true }
        connection.followStreams(false, for: connection)
        #expect(connection.state?.streams == nil)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A sound server that starts late or restarts is found`(_ kind: SoundServer.Kind) throws {
        let sound = try SoundServer(on: bus, kind)
        try sound.stop()
        let connection = connect(to: sound)
        // The connection gives up before this time.
        let deadline = Date(timeIntervalSinceNow: 7)
        try wait("it has given up") { Date() > deadline }
        #expect(connection.state == nil)
        try sound.start()
        try wait("the server is known") { connection.state?.sink(named: "headset") != nil }
        try sound.stop()
        try wait("the server is gone") { connection.state == nil }
        try sound.start()
        try wait("the next one is known") { connection.state?.sink(named: "headset") != nil }
    }
}

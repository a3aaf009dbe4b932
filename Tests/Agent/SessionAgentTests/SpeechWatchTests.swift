// SPDX-License-Identifier: MIT

import Testing

@testable import PulseAudio
@testable import SessionAgent

/// When the level of the microphone is read, and when the user is told.
struct SpeechWatchTests {
    private var watch = SpeechWatch()

    private mutating func listen() {
        _ = watch.handle(.microphone("mic"))
        _ = watch.handle(.muted(["a"]))
    }

    /// The steps that so many levels in a row lead to.
    private mutating func hear(_ level: Float, _ count: Int) -> [SpeechWatch.Step] {
        (0..<count).flatMap { _ in watch.handle(.level(level)) }
    }

    @Test mutating func `The microphone is read while all calls are muted, and at no other time`() {
        #expect(watch.handle(.microphone("mic")) == [])
        #expect(watch.handle(.muted(["a"])) == [.read("mic")])
        #expect(watch.handle(.muted(["a", "b"])) == [])
        #expect(watch.handle(.microphone("other")) == [.read("other")])
        #expect(watch.handle(.microphone(nil)) == [.stop])
        #expect(watch.handle(.microphone("mic")) == [.read("mic")])
        #expect(watch.handle(.muted([])) == [.stop])
    }

    @Test mutating func `Speech is told once, and the reading ends`() {
        listen()
        #expect(hear(0.3, 100) == [.tell, .stop])
        #expect(hear(0.3, 100) == [])
        #expect(watch.handle(.muted([])) == [.withdraw])
        #expect(watch.handle(.muted(["a"])) == [.read("mic")])
        #expect(hear(0.3, 100) == [.tell, .stop])
    }

    @Test mutating func `Speech with pauses is told, and a room, a click and single noises are not`() {
        listen()
        #expect(hear(0.01, 1_000) == [])
        #expect(hear(1, 3) == [])
        for _ in 1...100 { #expect(hear(1, 1) + hear(0.001, 4) == []) }
        let speech = (1...20).flatMap { _ in hear(0.2, 4) + hear(0.001, 2) }
        #expect(speech == [.tell, .stop])
    }

    @Test mutating func `A reading that the server ends is not tried again during this mute`() {
        listen()
        #expect(watch.handle(.ended) == [])
        #expect(watch.handle(.microphone("mic")) == [])
        #expect(hear(0.3, 100) == [])
        #expect(watch.handle(.microphone("other")) == [.read("other")])
        #expect(watch.handle(.muted([])) == [.stop])
        #expect(watch.handle(.microphone("mic")) == [])
        #expect(watch.handle(.muted(["a"])) == [.read("mic")])
    }

    // MARK: The microphone

    private static func state(_ change: (inout SoundServerState) -> Void = { _ in }) -> SoundServerState {
        var state = SoundServerState()
        (state.defaultSource, state.ownClient) = ("mic", 1)
        state.sources[7] = SoundServerState.Device(
            index: 7, name: "mic", description: "", card: nil, isMonitor: false, ports: [], activePort: "",
            volume: [65_536], isMuted: false, properties: [:])
        var streams = SoundServerState.Streams()
        streams.recording[9] = SoundServerState.Stream(
            index: 9, client: 2, device: 7, volume: nil, isMuted: true, isCorked: false, properties: [:])
        state.streams = streams
        change(&state)
        return state
    }

    @Test func `A microphone is read while another program records it`() {
        #expect(Self.state().microphoneToRead == "mic")
        #expect(Self.state { $0.streams = nil }.microphoneToRead == nil)
        #expect(Self.state { $0.streams?.recording = [:] }.microphoneToRead == nil)
        #expect(Self.state { $0.streams?.recording[9]?.isCorked = true }.microphoneToRead == nil)
        #expect(Self.state { $0.streams?.recording[9]?.device = 8 }.microphoneToRead == nil)
        // The reading itself is no reason to go on with it.
        #expect(Self.state { $0.streams?.recording[9]?.client = 1 }.microphoneToRead == nil)
        #expect(Self.state { $0.streams?.recording[9]?.client = nil }.microphoneToRead == nil)
    }

    @Test func `A microphone that is muted, asleep or in a Bluetooth headset is not read`() {
        #expect(Self.state { $0.sources[7]?.isMuted = true }.microphoneToRead == nil)
        #expect(Self.state { $0.sources[7]?.isAsleep = true }.microphoneToRead == nil)
        #expect(Self.state { $0.sources[7]?.isMonitor = true }.microphoneToRead == nil)
        #expect(Self.state { $0.sources[7]?.properties["device.bus"] = "bluetooth" }.microphoneToRead == nil)
        #expect(Self.state { $0.sources[7]?.properties["device.api"] = "bluez5" }.microphoneToRead == nil)
        #expect(Self.state { $0.defaultSource = "" }.microphoneToRead == nil)
    }
}

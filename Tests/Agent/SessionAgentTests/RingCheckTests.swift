// SPDX-License-Identifier: MIT

import Testing

@testable import PulseAudio
@testable import SessionAgent

/// Whether a ring is heard, decided from what a sound server shows and when.
struct RingCheckTests {
    private static let id = RingIdentity.id
    private static let moment = RingCheck.moment

    static func device(
        _ index: UInt32, _ name: String, volume: [UInt32] = [65_536], isMuted: Bool = false
    ) -> SoundServerState.Device {
        SoundServerState.Device(
            index: index, name: name, description: "", card: nil, isMonitor: false, ports: [], activePort: "",
            volume: volume, isMuted: isMuted, properties: [:])
    }

    static func stream(
        _ index: UInt32, on device: UInt32?, volume: [UInt32] = [65_536], isMuted: Bool = false, id: String = id
    ) -> SoundServerState.Stream {
        SoundServerState.Stream(
            index: index, client: 1, device: device, volume: volume, isMuted: isMuted, isCorked: false,
            properties: ["application.id": id])
    }

    static func server(
        _ devices: [SoundServerState.Device] = [device(3, "speaker")], _ streams: [SoundServerState.Stream] = []
    ) -> SoundServerState {
        var server = SoundServerState()
        server.sinks = Dictionary(devices.map { ($0.index, $0) }) { $1 }
        server.streams = SoundServerState.Streams()
        server.streams?.playback = Dictionary(streams.map { ($0.index, $0) }) { $1 }
        return server
    }

    /// The verdict on a ring that begins at 0 while the server shows this, and goes on.
    private static func obstacle(_ server: RingCheck.Server) -> RingCheck.Obstacle? {
        var check = RingCheck()
        check.look(at: server, rings: true, now: 0)
        check.look(at: server, rings: true, now: moment)
        return check.obstacle
    }

    private static func obstacle(_ server: SoundServerState) -> RingCheck.Obstacle? { obstacle(.state(server)) }

    private static let speaker = [device(3, "speaker")]
    private static let muted = server(speaker, [stream(9, on: 3, isMuted: true)])
    private static let heard = server(speaker, [stream(9, on: 3)])
    private static let pause = server(speaker)

    @Test func `A ring is not heard without a server, a device or a volume`() {
        #expect(Self.obstacle(.none) == .noDevice)
        #expect(Self.obstacle(Self.server([])) == .noDevice)
        #expect(Self.obstacle(Self.server([Self.device(0, "auto_null")], [Self.stream(9, on: 0)])) == .noDevice)
        #expect(Self.obstacle(Self.muted) == .silentRing)
        #expect(Self.obstacle(Self.server(Self.speaker, [Self.stream(9, on: 3, volume: [0, 0])])) == .silentRing)
        for device in [Self.device(3, "speaker", isMuted: true), Self.device(3, "speaker", volume: [0])] {
            let server = Self.server([device], [Self.stream(9, on: 3)])
            #expect(Self.obstacle(server) == .silentDevice("speaker"))
        }
    }

    @Test func `A ring is heard at any volume above zero, and the streams of other programs do not matter`() {
        #expect(Self.obstacle(Self.server(Self.speaker, [Self.stream(9, on: 3, volume: [0, 1])])) == nil)
        let other = Self.stream(9, on: 3, isMuted: true, id: "org.example.Music")
        #expect(Self.obstacle(Self.server(Self.speaker, [other])) == nil)
        let both = Self.server(Self.speaker, [other, Self.stream(10, on: 3, isMuted: true)])
        #expect(Self.obstacle(both) == .silentRing)
    }

    @Test func `A ring on several outputs is heard if one of them is`() {
        let devices = [Self.device(3, "speaker"), Self.device(4, "screen", isMuted: true)]
        let ring = [Self.stream(9, on: 4), Self.stream(10, on: 3)]
        #expect(Self.obstacle(Self.server(devices, ring)) == nil)
        let muted = [Self.stream(9, on: 4), Self.stream(10, on: 3, isMuted: true)]
        #expect(Self.obstacle(Self.server(devices, muted)) == .silentDevice("screen"))
    }

    @Test func `An unknown server, a pause and a stream that does not play yet are no fault of the ring`() {
        #expect(Self.obstacle(.unknown) == nil)
        #expect(Self.obstacle(Self.pause) == nil)
        // A server that has not connected the stream yet has not given it its volume either.
        #expect(Self.obstacle(Self.server(Self.speaker, [Self.stream(9, on: nil, volume: [0])])) == nil)
        var corked = Self.stream(9, on: 3, isMuted: true)
        corked.isCorked = true
        #expect(Self.obstacle(Self.server(Self.speaker, [corked])) == nil)
    }

    @Test func `A server that never answers is asked again each second, and its absence is a fault then`() {
        var check = RingCheck()
        check.look(at: .unknown, rings: true, now: 0)
        #expect(check.deadline == Self.moment)
        check.look(at: .unknown, rings: true, now: Self.moment)
        #expect(check.obstacle == nil && check.deadline == 2 * Self.moment)
        check.look(at: .none, rings: true, now: 2 * Self.moment)
        check.look(at: .none, rings: true, now: 3 * Self.moment)
        #expect(check.obstacle == .noDevice && check.deadline == nil)
    }

    @Test func `A stream that is silent until the server has restored its volume is no fault, also when it repeats`() {
        var check = RingCheck()
        let silent = Self.server(Self.speaker, [Self.stream(9, on: 3, volume: [0, 0])])
        var now: UInt64 = 0
        for _ in 1...20 {
            for (server, time) in [(silent, 300_000), (Self.heard, 1_500_000), (Self.pause, 500_000)] {
                check.look(at: .state(server), rings: true, now: now)
                now += UInt64(time)
                check.look(at: .state(server), rings: true, now: now)
                #expect(check.obstacle == nil)
            }
        }
    }

    @Test func `A ring that ends before the verdict has none`() {
        var check = RingCheck()
        check.look(at: .state(Self.muted), rings: true, now: 0)
        check.look(at: .state(Self.muted), rings: false, now: Self.moment - 1)
        #expect(check.deadline == nil)
        check.look(at: .state(Self.muted), rings: false, now: 10 * Self.moment)
        #expect(check.obstacle == nil)
    }

    @Test func `A ring that the user mutes later gets its verdict a second later, and is heard again the same way`() {
        var check = RingCheck()
        check.look(at: .state(Self.heard), rings: true, now: 0)
        check.look(at: .state(Self.heard), rings: true, now: Self.moment)
        #expect(check.deadline == nil)
        check.look(at: .state(Self.muted), rings: true, now: 10 * Self.moment)
        #expect(check.obstacle == nil && check.deadline == 11 * Self.moment)
        check.look(at: .state(Self.muted), rings: true, now: 11 * Self.moment)
        #expect(check.obstacle == .silentRing && check.isMuted)
        check.look(at: .state(Self.heard), rings: true, now: 12 * Self.moment)
        #expect(check.obstacle == .silentRing)
        check.look(at: .state(Self.heard), rings: true, now: 13 * Self.moment)
        #expect(check.obstacle == nil && !check.isMuted)
    }

    @Test func `The verdict stays after the ring, but does not hold for the next ring before its own`() {
        var check = RingCheck()
        check.look(at: .state(Self.muted), rings: true, now: 0)
        // The pause before the sound repeats.
        check.look(at: .state(Self.pause), rings: true, now: Self.moment)
        #expect(check.obstacle == .silentRing && check.isMuted)
        check.look(at: .state(Self.pause), rings: false, now: 2 * Self.moment)
        #expect(check.obstacle == .silentRing && !check.isMuted)
        check.look(at: .state(Self.heard), rings: true, now: 10 * Self.moment)
        #expect(check.obstacle == .silentRing && !check.isMuted)
        check.look(at: .state(Self.heard), rings: true, now: 11 * Self.moment)
        #expect(check.obstacle == nil)
    }

    @Test func `A device that can be heard again, and a server that starts, end the problem at once`() {
        var check = RingCheck()
        let device = Self.device(3, "speaker", isMuted: true)
        check.look(at: .state(Self.server([device], [Self.stream(9, on: 3)])), rings: true, now: 0)
        check.look(at: .state(Self.server([device])), rings: true, now: Self.moment)
        check.look(at: .state(Self.server([device])), rings: false, now: 2 * Self.moment)
        #expect(check.obstacle == .silentDevice("speaker"))
        check.look(at: .none, rings: false, now: 2 * Self.moment)
        #expect(check.obstacle == .silentDevice("speaker"))
        check.look(at: .state(Self.pause), rings: false, now: 3 * Self.moment)
        #expect(check.obstacle == nil)

        check.look(at: .none, rings: true, now: 4 * Self.moment)
        check.look(at: .none, rings: true, now: 5 * Self.moment)
        #expect(check.obstacle == .noDevice && !check.isMuted)
        check.look(at: .state(Self.pause), rings: true, now: 6 * Self.moment)
        #expect(check.obstacle == nil)
        // And gone again in the same ring.
        check.look(at: .none, rings: true, now: 7 * Self.moment)
        check.look(at: .none, rings: true, now: 8 * Self.moment)
        #expect(check.obstacle == .noDevice)
    }

    @Test func `The sounds of calls have an identity that no other program shares`() {
        #expect(RingIdentity.program["application.id"] == RingIdentity.id)
        #expect(RingIdentity.stream["media.role"]?.isEmpty == true)
    }
}

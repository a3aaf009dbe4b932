// SPDX-License-Identifier: MIT

import AVFAudio
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// Players of sounds, without a sound server.
struct AudioPlayer {
    /// A WAV file of a tenth of a second, in stereo.
    let sound: Data = {
        let numbers: [UInt32] = [16, 1 | 2 << 16, 8_000, 32_000, 4 | 16 << 16]
        let format = numbers.withUnsafeBytes { Data($0) }
        let length = { (count: Int) in withUnsafeBytes(of: UInt32(count)) { Data($0) } }
        let wave = Data("WAVEfmt ".utf8) + format + Data("data".utf8) + length(3_200) + Data(count: 3_200)
        return Data("RIFF".utf8) + length(wave.count) + wave
    }()

    init() { _ = setenv("PULSE_SERVER", "unix:/nonexistent", 1) }

    @Test func `a player of data`() throws {
        let player = try AVAudioPlayer(data: sound)
        #expect(player.url == nil && player.data == sound)
        #expect(player.duration == 0.1 && player.numberOfChannels == 2)
        #expect(!player.isPlaying && player.currentTime == 0)
        player.currentTime = 0.05
        #expect(player.currentTime == 0.05)
        #expect(player.numberOfLoops == 0)
        player.numberOfLoops = -1
        #expect(player.numberOfLoops == -1)
        #expect(player.volume == 1)
        player.volume = 2
        #expect(player.volume == 1)
        player.setVolume(0.5, fadeDuration: 2)
        #expect(player.volume == 0.5)
        #expect(player.deviceCurrentTime > 0)
        #expect(try AVAudioPlayer(data: sound, fileTypeHint: "public.wav").duration == 0.1)
    }

    @Test func `a player of a file`() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).wav")
        try sound.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let player = try AVAudioPlayer(contentsOf: url)
        #expect(player.url == url && player.data == nil)
        #expect(try AVAudioPlayer(contentsOf: url, fileTypeHint: nil).duration == 0.1)
    }

    @Test func `nothing is played without a sound server`() throws {
        let player = try AVAudioPlayer(data: sound)
        let ringback = RingbackPlayer()
        player.delegate = ringback
        #expect(player.delegate === ringback)
        #expect(!player.prepareToPlay() && !player.play() && !player.play(atTime: player.deviceCurrentTime + 1))
        #expect(!player.isPlaying)
        player.pause()
        player.stop()
        ringback.onEnd = { #expect(!$0) }
        ringback.busyTone(sound)
        ringback.stopRingback()
    }

    @Test func `the methods of a delegate are optional`() throws {
        final class Deaf: NSObject, AVAudioPlayerDelegate {}
        let player = try AVAudioPlayer(data: sound)
        Deaf().audioPlayerDidFinishPlaying(player, successfully: true)
        Deaf().audioPlayerDecodeErrorDidOccur(player, error: nil)
    }

    @Test func `a file that is no sound throws an error`() {
        #expect(throws: NSError.self) { try AVAudioPlayer(data: Data("no sound".utf8)) }
        #expect(throws: NSError.self) { try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "/nonexistent")) }
    }

    @Test @MainActor func `a player on the main actor`() {
        let music = HoldMusic()
        #expect(throws: (any Error).self) { try music.start(URL(fileURLWithPath: "/nonexistent")) }
        #expect(!music.isOver)
    }
}

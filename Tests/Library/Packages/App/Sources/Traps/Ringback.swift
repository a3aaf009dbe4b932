// SPDX-License-Identifier: MIT

import AVFoundation
import CallKit

// How apps play their ringback tones.

final class RingbackPlayer: NSObject {
    private var player: AVAudioPlayer?
    var onEnd: ((Bool) -> Void)?

    func playRingback(_ url: URL) {
        guard player?.isPlaying != true else { return }
        do {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat, options: [])
            player = try AVAudioPlayer(contentsOf: url, fileTypeHint: "public.mp3")
            player?.delegate = self
            player?.numberOfLoops = -1
            player?.volume = 1.0
            player?.prepareToPlay()
            player?.play()
        } catch {
            print("Failed to initialize the audio player: \(error.localizedDescription)")
        }
    }

    func stopRingback() {
        guard let player, player.isPlaying else { return }
        player.stop()
        player.currentTime = 0
        self.player = nil
    }

    func busyTone(_ sound: Data) {
        player = try? AVAudioPlayer(data: sound)
        player?.delegate = self
        if player?.play() == false { onEnd?(false) }
    }
}

extension RingbackPlayer: AVAudioPlayerDelegate {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        self.player = nil
        onEnd?(flag)
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: Error?) {
        print("decode error: \(String(describing: error?.localizedDescription))")
    }
}

@MainActor
final class HoldMusic: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private(set) var isOver = false
    private var player: AVAudioPlayer?

    func start(_ url: URL) throws {
        let player = try AVAudioPlayer(contentsOf: url)
        player.delegate = self
        player.setVolume(0, fadeDuration: 0)
        player.play(atTime: player.deviceCurrentTime + 0.1)
        player.setVolume(0.8, fadeDuration: 1.5)
        self.player = player
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { isOver = true }
}

// SPDX-License-Identifier: MIT

import AVFAudio
import Foundation

/// The player of an actor, and what it tells its delegate.
final class Listener: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
    private let say: (String) -> Void
    private var player: AVAudioPlayer?

    init(say: @escaping (String) -> Void) { self.say = say }

    /// Obeys a command that begins with `sound`.
    func obey(_ words: [String]) throws {
        let argument = words.count > 1 ? words[1] : ""
        let number = Double(argument) ?? 0
        switch words.first {
        case "file": try take(AVAudioPlayer(contentsOf: URL(fileURLWithPath: argument)))
        case "data": try take(AVAudioPlayer(data: Data(contentsOf: URL(fileURLWithPath: argument))))
        case "forget": player = nil
        case "prepare": say("prepared \(player?.prepareToPlay() == true)")
        case "play": say("plays \(player?.play() == true)")
        case "play-in": say("plays \(player.map { $0.play(atTime: $0.deviceCurrentTime + number) } == true)")
        case "pause": player?.pause()
        case "stop": player?.stop()
        case "loops": player?.numberOfLoops = Int(number)
        case "volume": player?.volume = Float(number)
        case "fade": player?.setVolume(Float(number), fadeDuration: words.last.flatMap(Double.init) ?? 0)
        case "seek": player?.currentTime = number
        case "time": say("\(player?.currentTime ?? -1)")
        case "facts": say(player.map(Self.facts) ?? "no player")
        default: say("what is “sound \(words.joined(separator: " "))”?")
        }
    }

    private func take(_ player: AVAudioPlayer) {
        player.delegate = self
        self.player = player
    }

    private static func facts(of player: AVAudioPlayer) -> String {
        let length = (player.duration * 100).rounded() / 100
        return "\(length) s, \(player.numberOfChannels) channels, \(player.isPlaying ? "plays" : "is silent")"
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        say("finished \(flag)\(Thread.isMainThread ? "" : " elsewhere")")
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        say("damaged: \(error.map(Words.error) ?? "?")\(Thread.isMainThread ? "" : " elsewhere")")
    }
}

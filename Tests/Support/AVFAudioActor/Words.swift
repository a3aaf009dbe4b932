// SPDX-License-Identifier: MIT

import AVFAudio
import Foundation

/// The text of the commands, and of the lines that the actor prints.
enum Words {
    static func category(_ word: String) -> AVAudioSession.Category {
        switch word {
        case "record": .record
        case "playAndRecord": .playAndRecord
        case "playback": .playback
        case "ambient": .ambient
        default: .init(rawValue: word)
        }
    }

    /// Casts the error as apps do. An app with `catch let error as NSError` would crash on an error that is not an
    /// `NSError`, because the compiler treats that clause as exhaustive.
    static func error(_ error: any Error) -> String {
        guard type(of: error) is NSError.Type else { return "not an NSError: \(error)" }
        let error = error as NSError
        let code = AVAudioSession.ErrorCode(rawValue: error.code)
        return "\(code.map { "\($0)" } ?? "?") \(error.domain) \(error.code): \(error.localizedDescription)"
    }

    static func route(_ route: AVAudioSessionRouteDescription) -> String {
        let words = { (ports: [AVAudioSessionPortDescription]) in
            ports.map { "\($0.portType.rawValue) “\($0.portName)” \($0.uid)" }.joined(separator: ", ")
        }
        return "from [\(words(route.inputs))] to [\(words(route.outputs))]"
    }

    static func notification(_ notification: Notification) -> String {
        let info = notification.userInfo ?? [:]
        switch notification.name {
        case .AVAudioSessionInterruption: return interruption(info)
        case .AVAudioSessionRouteChange:
            let reason = (info[AVAudioSessionRouteChangeReasonKey] as? UInt).flatMap(
                AVAudioSession.RouteChangeReason.init(rawValue:))
            let previous = info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            return "\(reason.map { "\($0)" } ?? "?") after \(previous?.outputs ?? [])"
        case .AVAudioSessionMediaServicesWereLost: return "services lost"
        case .AVAudioSessionMediaServicesWereReset: return "services reset"
        case .AVAudioSessionSilenceSecondaryAudioHint:
            let type = (info[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? NSNumber)?.uintValue
            return type == AVAudioSession.SilenceSecondaryAudioHintType.begin.rawValue ? "hint begin" : "hint end"
        default: return "?"
        }
    }

    private static func interruption(_ info: [AnyHashable: Any]) -> String {
        guard let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
            let type = AVAudioSession.InterruptionType(rawValue: value)
        else { return "?" }
        switch type {
        case .began: return "interruption began"
        case .ended:
            let options = AVAudioSession.InterruptionOptions(
                rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 99)
            return "interruption ended" + (options.contains(.shouldResume) ? ", should resume" : "")
        }
    }
}

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

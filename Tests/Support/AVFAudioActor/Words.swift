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

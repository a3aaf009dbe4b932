// SPDX-License-Identifier: MIT

import AVFAudio
import Foundation

/// Follows the route and the interruptions of the audio session.
final class AudioController {
    private(set) var isSpeakerOn = false
    private(set) var isInterrupted = false

    func configure() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])
    }

    func setSpeaker(_ isOn: Bool) throws {
        try AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
    }

    func follow() {
        let center = NotificationCenter.default
        _ = center.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
        ) { [weak self] _ in
            let outputs = AVAudioSession.sharedInstance().currentRoute.outputs
            let isSpeakerOn = outputs.contains { $0.portType == .builtInSpeaker }
            Task { @MainActor in self?.isSpeakerOn = isSpeakerOn }
        }
        _ = center.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let isInterrupted = type.flatMap(AVAudioSession.InterruptionType.init) == .began
            Task { @MainActor in self?.isInterrupted = isInterrupted }
        }
    }
}

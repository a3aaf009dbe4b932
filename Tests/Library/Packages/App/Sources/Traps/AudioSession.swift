// SPDX-License-Identifier: MIT

import AVFoundation

// How apps use the audio session around their calls.

func configureAudioSession() {
    let session = AVAudioSession.sharedInstance()
    do {
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetooth, .defaultToSpeaker])
        try session.setCategory(AVAudioSession.Category.playAndRecord)
        try session.setMode(AVAudioSession.Mode.voiceChat)
        try session.setPreferredSampleRate(44_100.0)
        try session.setPreferredIOBufferDuration(0.005)
    } catch {
        print("Error configuring the audio session: \(error.localizedDescription)")
    }
}

func switchToSpeaker(_ on: Bool) -> NSError? {
    do {
        try AVAudioSession.sharedInstance().overrideOutputAudioPort(on ? .speaker : .none)
        return nil
    } catch let error as NSError {
        return error
    }
}

final class AudioObserver {
    private var tokens: [any NSObjectProtocol] = []

    func start() {
        let center = NotificationCenter.default
        tokens.append(
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: nil, queue: .main) {
                guard let info = $0.userInfo, let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
                    let type = AVAudioSession.InterruptionType(rawValue: value)
                else { return }
                switch type {
                case .began: print("began", info[AVAudioSessionInterruptionReasonKey] ?? "")
                case .ended:
                    let options = (info[AVAudioSessionInterruptionOptionKey] as? UInt).map {
                        AVAudioSession.InterruptionOptions(rawValue: $0)
                    }
                    print("ended", options?.contains(.shouldResume) == true)
                @unknown default: break
                }
            })
        tokens.append(
            center.addObserver(forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil) {
                guard let value = $0.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
                    let reason = AVAudioSession.RouteChangeReason(rawValue: value)
                else { return }
                let key = AVAudioSessionRouteChangePreviousRouteKey
                let previous = $0.userInfo?[key] as? AVAudioSessionRouteDescription
                print(reason == .oldDeviceUnavailable, previous?.outputs.first?.portType == .headphones)
            })
    }

    func stop() {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    var isSpeaker: Bool {
        AVAudioSession.sharedInstance().currentRoute.outputs.contains {
            $0.portType == AVAudioSession.Port.builtInSpeaker
        }
    }

    var headset: AVAudioSessionPortDescription? {
        AVAudioSession.sharedInstance().availableInputs?.first { $0.portType == .bluetoothHFP }
    }
}

func askForTheMicrophone(_ answer: @escaping @Sendable (Bool) -> Void) {
    if #available(iOS 17.0, *) {
        AVAudioApplication.requestRecordPermission(completionHandler: answer)
    } else {
        AVAudioSession.sharedInstance().requestRecordPermission(answer)
    }
}

// SPDX-License-Identifier: MIT

import CallKit

/// Names of Swift 3 and 4 in code that nobody has changed. It is deprecated itself, so that they do not warn.
@available(*, deprecated)
enum SwiftFourNames {
    static let categories = [
        AVAudioSessionCategoryAmbient, AVAudioSessionCategorySoloAmbient, AVAudioSessionCategoryPlayback,
        AVAudioSessionCategoryRecord, AVAudioSessionCategoryPlayAndRecord, AVAudioSessionCategoryMultiRoute,
    ]
    static let modes = [
        AVAudioSessionModeDefault, AVAudioSessionModeVoiceChat, AVAudioSessionModeVideoChat,
        AVAudioSessionModeGameChat, AVAudioSessionModeSpokenAudio,
    ]
    static let ports = [
        AVAudioSessionPortLineIn, AVAudioSessionPortBuiltInMic, AVAudioSessionPortHeadsetMic,
        AVAudioSessionPortLineOut, AVAudioSessionPortHeadphones, AVAudioSessionPortBluetoothA2DP,
        AVAudioSessionPortBuiltInReceiver, AVAudioSessionPortBuiltInSpeaker, AVAudioSessionPortHDMI,
        AVAudioSessionPortBluetoothLE, AVAudioSessionPortBluetoothHFP, AVAudioSessionPortUSBAudio,
        AVAudioSessionPortCarAudio,
    ]

    static func prepare(
        _ options: AVAudioSessionCategoryOptions, _ activation: AVAudioSessionSetActiveOptions,
        _ port: AVAudioSessionPortOverride
    ) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(AVAudioSessionCategoryPlayAndRecord, with: options)
        try session.setMode(AVAudioSessionModeVoiceChat)
        try session.setActive(true, with: activation)
        try session.overrideOutputAudioPort(port)
    }

    static func resumes(
        after type: AVAudioSessionInterruptionType, _ options: AVAudioSessionInterruptionOptions,
        _ reason: AVAudioSessionRouteChangeReason, _ permission: AVAudioSessionRecordPermission
    ) -> Bool {
        type == .ended && options.contains(.shouldResume) && reason == .override && permission == .granted
    }
}

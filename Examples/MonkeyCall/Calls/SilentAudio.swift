// SPDX-License-Identifier: MIT

import AVFAudio
import Foundation

/// A real app opens its microphone and speaker here. This one only tells when they would be open.
@MainActor
final class SilentAudio {
    enum Change: String {
        case configured, started, stopped
    }

    private(set) var isRunning = false
    var onChange: ((Change) -> Void)?

    /// Call it before a call: sets the purpose of the audio. Only the system activates the audio.
    func configure() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
            onChange?(.configured)
        } catch {
            NSLog("Cannot configure the audio: %@", "\(error)")
        }
    }

    /// Call it only when the system has activated the audio.
    func start() {
        guard !isRunning else { return }
        isRunning = true
        onChange?(.started)
    }

    func stop() {
        guard isRunning else { return }
        isRunning = false
        onChange?(.stopped)
    }
}

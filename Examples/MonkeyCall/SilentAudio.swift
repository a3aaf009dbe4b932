// SPDX-License-Identifier: MIT

import CallKit

/// Where an app has its microphone and its speaker. This one is silent: it only says when they would be open.
@MainActor
final class SilentAudio {
    enum Change: String {
        case configured, started, stopped
    }

    private(set) var isRunning = false
    var onChange: ((Change) -> Void)?

    /// Before a call: says what the audio is for. The system activates it, and nobody else.
    func configure() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
            onChange?(.configured)
        } catch {
            NSLog("The audio cannot be configured: %@", "\(error)")
        }
    }

    /// Once it is activated, and not before.
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

// SPDX-License-Identifier: MIT

/// A problem that keeps the agent from showing calls, or from ringing as it should: a word of its `Problems`.
public enum AgentProblem: String, Hashable, Sendable, CaseIterable {
    case noNotificationServer = "no-notification-server"
    case soundFails = "sound-fails"
    case noSoundDevice = "no-sound-device"
    case ringMuted = "ring-muted"
    case ringDeviceMuted = "ring-device-muted"
    case notificationsHidden = "notifications-hidden"
}

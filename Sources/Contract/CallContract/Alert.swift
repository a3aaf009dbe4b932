// SPDX-License-Identifier: MIT

/// The sound that the primary shell should play now.
public enum Alert: String, Hashable, Sendable, CaseIterable {
    /// No call rings.
    case none
    /// Ring.
    case ring
    /// Play a soft tone, because a call has the audio.
    case callWaiting = "call-waiting"
    /// Show the incoming calls without a sound, because the user silenced them.
    case silent
}

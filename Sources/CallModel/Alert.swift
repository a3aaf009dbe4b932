// SPDX-License-Identifier: MIT

/// What a shell is to sound now.
public enum Alert: String, Hashable, Sendable, CaseIterable {
    /// Nothing rings.
    case none
    /// Ring.
    case ring
    /// Ring softly: the user is in a call.
    case callWaiting = "call-waiting"
    /// Calls come in, and the user does not want to hear them.
    case silent
}

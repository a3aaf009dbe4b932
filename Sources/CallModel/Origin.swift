// SPDX-License-Identifier: MIT

/// Who wants it, as the provider is told.
public enum Origin: String, Hashable, Sendable {
    /// The connection that owns the call.
    case app
    /// A shell of the user's session.
    case shell
    /// A headset's button, as a shell reports it.
    case headset
    /// Any other client.
    case other
    /// The registry itself: to make room, or to resume.
    case system
}

// SPDX-License-Identifier: MIT

/// The requester of an action, as the provider sees it.
public enum Origin: String, Hashable, Sendable {
    /// The connection that owns the call.
    case app
    /// A shell of the user's session.
    case shell
    /// A headset's button, as a shell reports it.
    case headset
    /// Any other client.
    case other
    /// The registry itself: to make room, to resume a held call, or because of a time-out.
    case system
}

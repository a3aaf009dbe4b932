// SPDX-License-Identifier: MIT

/// The reason to refuse a call without reading it.
public enum CallRefusal: Sendable {
    /// Too many calls of the connection wait for their turn.
    case waiting
    /// The connection does not read its replies and signals.
    case unread
    /// The message is larger than its method needs, which is at most this number of bytes.
    case size(most: Int)

    /// The message for people.
    public var message: String {
        switch self {
        case .waiting: "Too many calls of this connection wait. Wait for their replies, then call again."
        case .unread: "This connection does not read its replies and signals. Read them, then call again."
        case .size(let most): "The message has more than \(most) bytes. Send less in one call."
        }
    }
}

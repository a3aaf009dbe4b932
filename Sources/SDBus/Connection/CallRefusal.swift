// SPDX-License-Identifier: MIT

/// Why a call is refused before anybody looks at it.
public enum CallRefusal: Sendable {
    /// Too many calls of the connection wait.
    case waiting
    /// The connection does not read what it is sent.
    case unread

    /// For people.
    public var message: String {
        switch self {
        case .waiting: "Too many calls of this connection wait. Wait for their replies, then call again."
        case .unread: "This connection does not read its replies and signals. Read them, then call again."
        }
    }
}

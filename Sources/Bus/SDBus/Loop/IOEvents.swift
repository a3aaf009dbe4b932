// SPDX-License-Identifier: MIT
internal import CSystemd

/// The events of a file descriptor, as in epoll.
public struct IOEvents: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Data can be read, or the other side has shut down.
    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// Data can be written.
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// The other side has closed.
    public static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
    /// An error; reading or writing returns it.
    public static let error = IOEvents(rawValue: EPOLLERR.rawValue)
}

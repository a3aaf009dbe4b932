// SPDX-License-Identifier: MIT
internal import CSystemd

/// What can be the matter with a descriptor.
public struct IOEvents: OptionSet, Sendable {
    /// As in epoll.
    public let rawValue: UInt32

    /// As in epoll.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the other side has shut down.
    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// There is room to write.
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// The other side is gone.
    public static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
    /// An error is to be fetched by reading or writing.
    public static let error = IOEvents(rawValue: EPOLLERR.rawValue)
}

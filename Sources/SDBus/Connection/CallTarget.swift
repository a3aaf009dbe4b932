// SPDX-License-Identifier: MIT

/// Which method of which object of whom.
public struct CallTarget: Hashable, Sendable {
    /// A well-known or unique bus name.
    public let destination: String
    /// The object.
    public let path: String
    /// The interface.
    public let interface: String
    /// The method.
    public let member: String

    /// A method to call. Names that are not valid make the call throw `InvalidArgs`.
    public init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A method of the bus itself.
    public static func bus(_ member: String) -> CallTarget {
        CallTarget("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
    }
}

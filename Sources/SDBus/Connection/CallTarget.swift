// SPDX-License-Identifier: MIT

/// The method to call: destination, object, interface and member.
public struct CallTarget: Hashable, Sendable {
    /// A well-known or unique bus name.
    public let destination: String
    public let path: String
    public let interface: InterfaceName
    public let member: MemberName

    /// An invalid destination or path makes the call throw `InvalidArgs`.
    public init(_ destination: String, _ path: String, _ interface: InterfaceName, _ member: MemberName) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A method of the bus itself.
    public static func bus(_ member: MemberName) -> CallTarget {
        CallTarget("org.freedesktop.DBus", "/org/freedesktop/DBus", StandardInterface.bus, member)
    }
}

// SPDX-License-Identifier: MIT

/// The method to call: destination, object, interface and member.
public struct CallTarget: Hashable, Sendable {
    public let destination: BusName
    public let path: String
    public let interface: InterfaceName
    public let member: MemberName

    /// An invalid path makes the call throw `InvalidArgs`.
    public init(_ destination: BusName, _ path: String, _ interface: InterfaceName, _ member: MemberName) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A method of the bus itself.
    public static func bus(_ member: MemberName) -> CallTarget {
        CallTarget(.bus, "/org/freedesktop/DBus", StandardInterface.bus, member)
    }
}

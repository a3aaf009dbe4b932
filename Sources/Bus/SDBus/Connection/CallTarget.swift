// SPDX-License-Identifier: MIT

/// The method to call: destination, object, interface and member.
public struct CallTarget: Hashable, Sendable {
    public let destination: BusName
    public let path: ObjectPath
    public let interface: InterfaceName
    public let member: MemberName

    public init(_ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A method of the bus itself.
    public static func bus(_ member: MemberName) -> CallTarget {
        CallTarget(.bus, .bus, StandardInterface.bus, member)
    }
}

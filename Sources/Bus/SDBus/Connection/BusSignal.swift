// SPDX-License-Identifier: MIT

/// The signal to send: object, interface and member.
public struct BusSignal: Hashable, Sendable {
    public let path: ObjectPath
    public let interface: InterfaceName
    public let member: MemberName

    public init(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName) {
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// The signal that properties of an object have changed.
    public static func propertiesChanged(_ path: ObjectPath) -> BusSignal {
        BusSignal(path, StandardInterface.properties, changed)
    }

    /// The signal of an object manager that there is a new object.
    static func interfacesAdded(_ manager: ObjectPath) -> BusSignal {
        BusSignal(manager, StandardInterface.objectManager, added)
    }

    /// The signal of an object manager that an object is gone.
    static func interfacesRemoved(_ manager: ObjectPath) -> BusSignal {
        BusSignal(manager, StandardInterface.objectManager, removed)
    }

    // Constants, because services send many of these signals.
    private static let changed: MemberName = "PropertiesChanged"
    private static let added: MemberName = "InterfacesAdded"
    private static let removed: MemberName = "InterfacesRemoved"
}

// SPDX-License-Identifier: MIT

internal import CSystemd

/// A name that the bus accepts, because it was checked when it was made. A literal traps if it is none.
public protocol CheckedName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as the bus carries it.
    var text: String { get }
    /// Does not check the text: for one that libsystemd has checked, or that is made of valid parts. sd-bus refuses to
    /// send an invalid one.
    init(trusted text: String)
    static func isValid(_ text: String) -> Bool
}

extension CheckedName {
    /// Nil for a text that the bus refuses.
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.init(trusted: text)
    }

    public init(stringLiteral text: String) {
        precondition(Self.isValid(text), "\(text) is no \(Self.self)")
        self.init(trusted: text)
    }

    public var description: String { text }
}

/// The name by which a program is called or followed: a well-known one, e.g. `org.example.App`, or the unique one that
/// the bus gave its connection, e.g. `:1.42`. What the bus tells of a connection, such as the sender of a message, is a
/// text.
public struct BusName: CheckedName {
    public let text: String

    /// The bus.
    static let bus: BusName = "org.freedesktop.DBus"

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_service_name_is_valid($0) > 0 }
    }
}

/// The name of an interface, e.g. `org.example.Thing`.
public struct InterfaceName: CheckedName {
    public let text: String

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_interface_name_is_valid($0) > 0 }
    }
}

/// The name of a method, a signal or a property, e.g. `GetAll`.
public struct MemberName: CheckedName {
    public let text: String

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_member_name_is_valid($0) > 0 }
    }
}

/// An enumeration of members, whose raw values are their names.
public protocol MemberNaming: RawRepresentable where RawValue == String {}

extension MemberNaming {
    /// The name of the member.
    @inlinable
    public var member: MemberName { MemberName(trusted: rawValue) }
}

/// The path of an object, e.g. `/org/example/Thing`: `/`, or names of `[A-Za-z0-9_]` with a slash before each.
public struct ObjectPath: CheckedName, BusKey {
    public let text: String

    /// The object of the bus.
    static let bus: ObjectPath = "/org/freedesktop/DBus"

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_object_path_is_valid($0) > 0 }
    }

    /// The object of a program that the bus starts (Desktop Entry Specification, *D-Bus Activation*):
    /// `/org/example/App_B` for the bus name `org.example.App-B`.
    public init(ofProgram name: BusName) {
        text = "/" + name.text.replacing(".", with: "/").replacing("-", with: "_")
    }

    public static var signature: String { "o" }
    /// Reads the next value, which sd-bus has validated.
    public init(from reader: inout MessageReader) throws(BusError) { text = try reader.text(TypeCode.path) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.text(TypeCode.path, text) }
}

/// Interfaces that the D-Bus specification defines.
public enum StandardInterface {
    /// The bus.
    static let bus: InterfaceName = "org.freedesktop.DBus"
    /// The members of an object and the names of the objects below it, as XML.
    public static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    /// The objects below an object, with their interfaces and properties.
    public static let objectManager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
    /// Tests whether a peer is alive.
    public static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
    /// The properties of an object.
    public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}

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

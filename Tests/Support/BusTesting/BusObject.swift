// SPDX-License-Identifier: MIT

/// One interface of one object, seen by one client.
public struct BusObject {
    /// The client that makes the calls.
    public let client: BusClient
    /// The bus name of the object.
    public let destination: String
    /// The path of the object.
    public let path: String
    /// The interface that ``call(_:_:)`` and ``get(_:)`` use.
    public let interface: String

    /// Calls a method.
    @discardableResult
    public func call(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try client.call(destination, path, interface, member, arguments)
    }

    /// Calls a method without waiting for its reply.
    @discardableResult
    public func send(_ member: String, _ arguments: DBusValue...) throws -> UInt32 {
        try client.send(destination, path, interface, member, arguments)
    }

    /// The error of a call; nil if it succeeds.
    public func error(_ member: String, _ arguments: DBusValue...) throws -> BusError? {
        try client.error(destination, path, interface, member, arguments)
    }

    /// One property, without its variant.
    public func get(_ property: String) throws -> DBusValue {
        let reply = try client.call(
            destination, path, Self.properties, "Get", .string(interface), .string(property))
        guard let value = reply.first else { throw SupportError("Get of \(property) returned nothing") }
        return value.unwrapped
    }

    /// All properties of the interface, without their variants.
    public func getAll() throws -> [String: DBusValue] {
        let reply = try client.call(destination, path, Self.properties, "GetAll", .string(interface))
        guard let values = reply.first?.entries else { throw SupportError("GetAll returned \(reply)") }
        return values
    }

    /// Sets a property.
    public func set(_ property: String, _ value: DBusValue) throws {
        try client.call(
            destination, path, Self.properties, "Set", .string(interface), .string(property), .variant(value))
    }

    /// The introspection XML of the object.
    public func introspect() throws -> String {
        let reply = try client.call(destination, path, "org.freedesktop.DBus.Introspectable", "Introspect")
        return reply.first?.string ?? ""
    }

    private static let properties = "org.freedesktop.DBus.Properties"
}

extension BusClient {
    /// An interface of an object.
    public func object(_ destination: String, _ path: String, _ interface: String) -> BusObject {
        BusObject(client: self, destination: destination, path: path, interface: interface)
    }
}

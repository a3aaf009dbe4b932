// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// An error reply to a method call, or an error of the client library, with its D-Bus name.
public struct BusError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The error's name, e.g. `org.freedesktop.DBus.Error.AccessDenied`.
    public let name: String
    /// The message of the peer.
    public let message: String

    /// An error with that name and message.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The name after `.Error.`, for example `IncomingCall.Unentitled` or `AccessDenied`.
    public var shortName: String {
        guard let range = name.range(of: ".Error.") else { return name }
        return String(name[range.upperBound...])
    }

    /// The name and the message.
    public var description: String { "\(name): \(message)" }
}

/// Runs `body` with an error structure of libdbus, and throws the error that libdbus puts there.
func withBusError<Result>(_ body: (UnsafeMutablePointer<CDBus.DBusError>) -> Result) throws -> Result {
    var error = CDBus.DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    let result = body(&error)
    guard dbus_error_is_set(&error) != 0 else { return result }
    throw BusError(
        name: error.name.map { String(cString: $0) } ?? "",
        message: error.message.map { String(cString: $0) } ?? "")
}

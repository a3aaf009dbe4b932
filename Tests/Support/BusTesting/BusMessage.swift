// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A received message, as a value.
public struct BusMessage: Sendable, CustomStringConvertible {
    /// The four kinds of messages.
    public enum Kind: Int32, Sendable {
        /// A method call.
        case methodCall = 1
        /// A reply.
        case methodReturn = 2
        /// An error reply.
        case error = 3
        /// A signal.
        case signal = 4
    }

    /// The kind of the message; nil for a kind that is not in the specification.
    public let kind: Kind?
    /// The serial that the sender gave the message.
    public let serial: UInt32
    /// For a reply: the serial of the call.
    public let replySerial: UInt32
    /// The path of the object.
    public let path: String?
    /// The interface of the method or signal.
    public let interface: String?
    /// The name of the method or signal.
    public let member: String?
    /// The sender's unique name.
    public let sender: String?
    /// The destination; nil for a broadcast.
    public let destination: String?
    /// For an error: its name.
    public let errorName: String?
    /// Whether the caller wants no reply.
    public let noReplyExpected: Bool
    /// The signature of the arguments.
    public let signature: String
    /// The arguments in order.
    public let arguments: [DBusValue]

    /// The last argument that is a dictionary with text keys. All signals of the service end in `a{sv}`.
    public var details: DBusValue? {
        arguments.last { $0.entries != nil }
    }

    /// The error that an error reply carries.
    public var error: BusError? {
        guard kind == .error, let errorName else { return nil }
        return BusError(name: errorName, message: arguments.first?.string ?? "")
    }

    /// One line, for the message of a failed test.
    public var description: String {
        let subject = member ?? errorName ?? "reply to \(replySerial)"
        let list = arguments.map { "\($0)" }.joined(separator: ", ")
        return "\(interface.map { $0 + "." } ?? "")\(subject)(\(list)) from \(sender ?? "?") at \(path ?? "-")"
    }

    /// Reads a message from its bytes with libdbus.
    public init(bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        let message = try bytes.withUnsafeBytes { bytes in
            try withBusError {
                dbus_message_demarshal(bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), $0)
            }
        }
        guard let message else { throw SupportError("libdbus cannot read a message") }
        defer { dbus_message_unref(message) }
        self.init(reading: message)
    }

    init(reading message: OpaquePointer) {
        kind = Kind(rawValue: dbus_message_get_type(message))
        serial = dbus_message_get_serial(message)
        replySerial = dbus_message_get_reply_serial(message)
        path = dbus_message_get_path(message).map { String(cString: $0) }
        interface = dbus_message_get_interface(message).map { String(cString: $0) }
        member = dbus_message_get_member(message).map { String(cString: $0) }
        sender = dbus_message_get_sender(message).map { String(cString: $0) }
        destination = dbus_message_get_destination(message).map { String(cString: $0) }
        errorName = dbus_message_get_error_name(message).map { String(cString: $0) }
        noReplyExpected = dbus_message_get_no_reply(message) != 0
        signature = String(cString: dbus_message_get_signature(message))
        arguments = MessageReader.arguments(of: message)
    }
}

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

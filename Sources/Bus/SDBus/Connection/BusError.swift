// SPDX-License-Identifier: MIT
internal import CSystemd

/// An error as it travels on the bus: a D-Bus error name and a message for people.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The D-Bus name, e.g. `org.freedesktop.DBus.Error.InvalidArgs`.
    public let name: String
    /// The message for people: the fault, then the remedy.
    public let message: String

    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// `name: message`.
    public var description: String { "\(name): \(message)" }

    /// The error that a C function returned as `-errno` or `errno`, under the name that sd-bus has for it. The message
    /// begins with `action`, e.g. `Connecting to the bus`.
    public init(errno code: Int32, _ action: String) {
        var error = sd_bus_error()
        sd_bus_error_set_errno(&error, code)
        defer { sd_bus_error_free(&error) }
        let known = BusError(error)
        self.init(name: known.name, message: "\(action): \(known.message)")
    }

    /// Errors for which sd-bus has more than one name.
    private static let plainNames = [
        "System.Error.ENOTCONN": StandardErrorName.disconnected,
        StandardErrorName.prefix + "Timeout": StandardErrorName.noReply,
    ]

    /// Copies a C error.
    init(_ error: sd_bus_error) {
        let name = error.name.map { String(cString: $0) } ?? StandardErrorName.failed
        self.name = Self.plainNames[name] ?? name
        message = error.message.map { String(cString: $0) } ?? ""
    }
}

/// Throws the result of a C function of libsystemd if it is an error.
@inline(__always)
@discardableResult
func check(_ result: Int32, _ action: @autoclosure () -> String) throws(BusError) -> Int32 {
    guard result < 0 else { return result }
    throw BusError(errno: result, action())
}

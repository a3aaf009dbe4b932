// SPDX-License-Identifier: MIT
internal import CSystemd

/// What went wrong, as it travels on the bus: a D-Bus error name and a message for people.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The D-Bus name, e.g. `org.freedesktop.DBus.Error.InvalidArgs`.
    public let name: String
    /// What was wrong, for people.
    public let message: String

    /// An error with a name of your own.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// `name: message`.
    public var description: String { "\(name): \(message)" }

    /// The error that a C function returned as `-errno` (or `errno`), under the name that sd-bus has for it.
    /// `action` says what was tried, e.g. `connecting to the bus`.
    public init(errno code: Int32, _ action: String) {
        var error = sd_bus_error()
        sd_bus_error_set_errno(&error, code)
        defer { sd_bus_error_free(&error) }
        let known = BusError(error)
        self.init(name: known.name, message: "\(action): \(known.message)")
    }

    /// What sd-bus calls differently from place to place.
    private static let plainNames = [
        "System.Error.ENOTCONN": StandardErrorName.disconnected,
        StandardErrorName.prefix + "Timeout": StandardErrorName.noReply,
    ]

    /// A copy of a C error.
    init(_ error: sd_bus_error) {
        let name = error.name.map { String(cString: $0) } ?? StandardErrorName.failed
        self.name = Self.plainNames[name] ?? name
        message = error.message.map { String(cString: $0) } ?? ""
    }
}

/// Throws what a C function of libsystemd returned, if that is an error.
@inline(__always)
@discardableResult
func check(_ result: Int32, _ action: @autoclosure () -> String) throws(BusError) -> Int32 {
    guard result < 0 else { return result }
    throw BusError(errno: result, action())
}

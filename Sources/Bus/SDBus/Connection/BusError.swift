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

/// Error names that the D-Bus specification or its reference implementation define.
public enum StandardErrorName {
    static let prefix = "org.freedesktop.DBus.Error."

    /// Any error without a name of its own.
    public static let failed = prefix + "Failed"
    /// An argument has the wrong type or an impossible value.
    public static let invalidArgs = prefix + "InvalidArgs"
    /// The caller may not do that.
    public static let accessDenied = prefix + "AccessDenied"
    /// A limit is exceeded.
    public static let limitsExceeded = prefix + "LimitsExceeded"
    /// The file that the caller asked for does not exist.
    public static let fileNotFound = prefix + "FileNotFound"
    /// The object does not exist, or the caller may not see it.
    public static let unknownObject = prefix + "UnknownObject"
    /// The object does not have the interface.
    public static let unknownInterface = prefix + "UnknownInterface"
    /// The interface does not have the method.
    public static let unknownMethod = prefix + "UnknownMethod"
    /// The name has no owner, and no service can be activated for it.
    public static let serviceUnknown = prefix + "ServiceUnknown"
    /// The name has no owner.
    public static let nameHasNoOwner = prefix + "NameHasNoOwner"
    /// The peer did not reply in time, or left the bus.
    public static let noReply = prefix + "NoReply"
    /// The connection to the bus is closed.
    public static let disconnected = prefix + "Disconnected"
    /// Another connection owns the name.
    public static let addressInUse = prefix + "AddressInUse"
}

extension BusError {
    /// `org.freedesktop.DBus.Error.Failed`
    public static func failed(_ message: String) -> BusError {
        BusError(name: StandardErrorName.failed, message: message)
    }

    /// `org.freedesktop.DBus.Error.InvalidArgs`
    public static func invalidArgs(_ message: String) -> BusError {
        BusError(name: StandardErrorName.invalidArgs, message: message)
    }

    /// `org.freedesktop.DBus.Error.AccessDenied`
    public static func accessDenied(_ message: String) -> BusError {
        BusError(name: StandardErrorName.accessDenied, message: message)
    }

    /// The refusal of a caller whose process could not be inspected. `tellsGroups`: the kernel tells the control groups
    /// of processes.
    static func uninspected(tellsGroups: Bool) -> BusError {
        .accessDenied(
            tellsGroups
                ? "Cannot inspect the calling process; it may have exited."
                : "Cannot inspect any process, because the kernel tells no control groups. Mount cgroup2 at "
                    + "/sys/fs/cgroup, then start this service again.")
    }

    /// `org.freedesktop.DBus.Error.UnknownObject`
    public static func unknownObject(_ message: String) -> BusError {
        BusError(name: StandardErrorName.unknownObject, message: message)
    }
}

extension BusError {
    /// Whether the error means that no service answered.
    package var saysUnavailable: Bool {
        switch name {
        case StandardErrorName.serviceUnknown, StandardErrorName.nameHasNoOwner, StandardErrorName.noReply,
            StandardErrorName.disconnected, StandardErrorName.prefix + "Timeout",
            StandardErrorName.prefix + "TimedOut", StandardErrorName.prefix + "NoServer":
            true
        default:
            [StandardErrorName.prefix + "Spawn.", "org.freedesktop.systemd1.", "System.Error."].contains {
                name.hasPrefix($0)
            }
        }
    }
}

extension Result {
    /// The error; nil for a success.
    package var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// The object as user data of a C callback. The object must outlive the registration.
func unretained(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

/// The object in the user data of a C callback.
@inline(__always)
func object<T: AnyObject>(_ userData: UnsafeMutableRawPointer?, _ type: T.Type) -> T? {
    userData.map { Unmanaged<T>.fromOpaque($0).takeUnretainedValue() }
}

/// Calls `body` with the object in the user data of a callback of sd-event. Returns what the callback returns.
@inline(__always)
func with<T: AnyObject>(_ userData: UnsafeMutableRawPointer?, as type: T.Type, _ body: (T) -> Void) -> Int32 {
    if let found = object(userData, type) { withExtendedLifetime(found) { body(found) } }
    return 0
}

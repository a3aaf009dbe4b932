// SPDX-License-Identifier: MIT

/// Error names that the D-Bus specification or its reference implementation define.
public enum StandardErrorName {
    static let prefix = "org.freedesktop.DBus.Error."

    /// Anything else.
    public static let failed = prefix + "Failed"
    /// An argument has the wrong type or an impossible value.
    public static let invalidArgs = prefix + "InvalidArgs"
    /// The caller may not do that.
    public static let accessDenied = prefix + "AccessDenied"
    /// Too much of something.
    public static let limitsExceeded = prefix + "LimitsExceeded"
    /// No such object, or none that the caller may see.
    public static let unknownObject = prefix + "UnknownObject"
    /// No such interface on the object.
    public static let unknownInterface = prefix + "UnknownInterface"
    /// No such method.
    public static let unknownMethod = prefix + "UnknownMethod"
    /// No such property.
    public static let unknownProperty = prefix + "UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly = prefix + "PropertyReadOnly"
    /// Nobody has that name, and nobody can be started for it.
    public static let serviceUnknown = prefix + "ServiceUnknown"
    /// Nobody has that name.
    public static let nameHasNoOwner = prefix + "NameHasNoOwner"
    /// No answer in time, or the peer left.
    public static let noReply = prefix + "NoReply"
    /// The bus is gone.
    public static let disconnected = prefix + "Disconnected"
    /// The name is somebody else's.
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

    /// `org.freedesktop.DBus.Error.UnknownObject`
    public static func unknownObject(_ message: String) -> BusError {
        BusError(name: StandardErrorName.unknownObject, message: message)
    }
}

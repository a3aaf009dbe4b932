// SPDX-License-Identifier: MIT

/// Interfaces that the D-Bus specification defines.
public enum StandardInterface {
    /// Objects below an object, and what they are.
    public static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// Properties of an object.
    public static let properties = "org.freedesktop.DBus.Properties"
}

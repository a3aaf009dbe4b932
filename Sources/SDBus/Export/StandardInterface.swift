// SPDX-License-Identifier: MIT

/// Interfaces that the D-Bus specification defines.
public enum StandardInterface {
    /// The members of an object and the names of the objects below it, as XML.
    public static let introspectable = "org.freedesktop.DBus.Introspectable"
    /// The objects below an object, with their interfaces and properties.
    public static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// Tests whether a peer is alive.
    public static let peer = "org.freedesktop.DBus.Peer"
    /// The properties of an object.
    public static let properties = "org.freedesktop.DBus.Properties"
}

// SPDX-License-Identifier: MIT

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

// SPDX-License-Identifier: MIT

/// Interfaces that the D-Bus specification defines.
public enum StandardInterface {
    /// Objects below an object, and what they are.
    public static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// Whether a peer is there.
    public static let peer = "org.freedesktop.DBus.Peer"
    /// Properties of an object.
    public static let properties = "org.freedesktop.DBus.Properties"
}

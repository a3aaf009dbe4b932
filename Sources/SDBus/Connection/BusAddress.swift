// SPDX-License-Identifier: MIT

/// Which bus.
public enum BusAddress: Hashable, Sendable {
    /// The system bus, or what `DBUS_SYSTEM_BUS_ADDRESS` names.
    case system
    /// The user's own bus.
    case session
    /// Any other, e.g. `unix:path=/run/test/bus`.
    case address(String)
    /// The one at the other end of this socket, which is closed with the connection.
    case socket(Int32)
}

// SPDX-License-Identifier: MIT

/// The address of a bus.
public enum BusAddress: Hashable, Sendable {
    /// The system bus, or the bus that `DBUS_SYSTEM_BUS_ADDRESS` names.
    case system
    /// The user's session bus.
    case session
    /// Another bus, e.g. `unix:path=/run/test/bus`.
    case address(String)
    /// The bus at the other end of a connected socket. The connection closes the socket.
    case socket(Int32)
}

extension BusAddress {
    /// The value of an option of a program: `system`, `session`, or an address.
    package init(option: String) {
        switch option {
        case "system": self = .system
        case "session": self = .session
        default: self = .address(option)
        }
    }
}

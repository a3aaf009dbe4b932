// SPDX-License-Identifier: MIT
internal import CSystemd

/// The name by which a program is called or followed: a well-known one, e.g. `org.example.App`, or the unique one that
/// the bus gave its connection, e.g. `:1.42`. What the bus tells of a connection, such as the sender of a message, is a
/// text.
public struct BusName: CheckedName {
    public let text: String

    /// The bus.
    static let bus: BusName = "org.freedesktop.DBus"

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_service_name_is_valid($0) > 0 }
    }
}

// SPDX-License-Identifier: MIT
internal import CSystemd

/// The name of a connection: a well-known one, e.g. `org.example.App`, or the unique one that the bus gave it, e.g. `:1.42`.
public struct BusName: CheckedName {
    public let text: String

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_service_name_is_valid($0) > 0 }
    }
}

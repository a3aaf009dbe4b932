// SPDX-License-Identifier: MIT
internal import CSystemd

/// The name of an interface, e.g. `org.example.Thing`.
public struct InterfaceName: CheckedName {
    public let text: String

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_interface_name_is_valid($0) > 0 }
    }
}

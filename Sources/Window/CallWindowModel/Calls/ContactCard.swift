// SPDX-License-Identifier: MIT

package import CallInterface

/// A vCard of a caller, which a contacts app opens as a new contact.
package enum ContactCard {
    /// Texts of apps cannot add lines to it. `name` may be empty.
    package static func text(name: String, _ handle: Handle) -> String {
        let title = name.isEmpty ? handle.value : name
        let value = escaped(handle.value)
        let address =
            switch handle.kind {
            case .phoneNumber: "TEL:" + value
            case .emailAddress: "EMAIL:" + value
            case .generic: "IMPP:" + (handle.value.contains(":") ? "" : "sip:") + value
            }
        return [
            "BEGIN:VCARD", "VERSION:3.0", "FN:" + escaped(title), "N:" + escaped(title) + ";;;;", address, "END:VCARD",
            "",
        ]
        .joined(separator: "\r\n")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.prefix(1000).unicodeScalars {
            switch scalar {
            case "\\", ",", ";":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control || [0x2028, 0x2029].contains(scalar.value):
                escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

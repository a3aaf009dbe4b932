// SPDX-License-Identifier: MIT

/// The host of an address. Only ASCII, because letters of other scripts can look like those of another name.
enum HostName {
    private static let longestName = 253
    private static let longestLabel = 63
    /// The IPv6 address with the most characters contains an IPv4 address.
    private static let longestAddress = 45

    /// Whether it is a name, an IPv4 address, or an IPv6 address in brackets.
    static func isValid(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" { return isAddress(text.dropFirst().dropLast()) }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= longestName && labels.allSatisfy(isLabel)
    }

    static func isPort(_ text: Substring) -> Bool {
        text.unicodeScalars.allSatisfy(\.isASCIIDigit) && UInt16(text).map { $0 > 0 } == true
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...longestLabel).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.unicodeScalars.allSatisfy {
                $0.isASCII && $0.properties.isAlphabetic || $0.isASCIIDigit || $0 == "-"
            }
    }

    private static func isAddress(_ text: Substring) -> Bool {
        (2...longestAddress).contains(text.utf8.count) && text.contains(":")
            && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "." }
    }
}

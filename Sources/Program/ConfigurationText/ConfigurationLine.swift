// SPDX-License-Identifier: MIT

/// One line in the syntax of systemd and NetworkManager, without quotes, continuations and comments after a value.
package enum ConfigurationLine: Hashable {
    case nothing
    case section(String)
    case assignment(key: String, value: String)

    /// Nil for any other line.
    package init?(_ line: Substring) {
        let text = line.trimmed
        if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") {
            self = .nothing
        } else if text.hasPrefix("[") {
            guard text.hasSuffix("]") else { return nil }
            self = .section(text.dropFirst().dropLast().trimmed)
        } else {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
            self = .assignment(key: text[..<sign].trimmed, value: text[text.index(after: sign)...].trimmed)
        }
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    package var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension String {
    /// The name of a section or key as a message may show it: "…" for one that may be a number or an address in the
    /// wrong place.
    package var named: String { unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isAlphabetic } ? self : "…" }
}

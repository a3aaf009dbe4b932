// SPDX-License-Identifier: MIT

/// One line, as systemd and NetworkManager write them; no quotes, no continuation, no comment behind a value.
package enum ConfigurationLine: Hashable {
    case nothing
    case section(String)
    case assignment(key: String, value: String)

    /// nil for what is none of these.
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
    /// Without the white space around it.
    package var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

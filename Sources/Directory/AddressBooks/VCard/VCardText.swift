// SPDX-License-Identifier: MIT

/// The escapes of values.
enum VCardText {
    /// The parts of a value between separators that are not escaped, without escapes. A value without separators is one
    /// part.
    static func parts(_ value: String, separator: Unicode.Scalar) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "n", "N": parts[parts.count - 1].append("\n")
                case "\\", ",", ";", ":": parts[parts.count - 1].append(scalar)
                // vCard 2.1 escapes nothing but a semicolon.
                default: parts[parts.count - 1].append(contentsOf: ["\\", scalar])
                }
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == separator {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.map { String($0) }
    }

    /// The value without escapes.
    static func plain(_ value: String) -> String {
        // No value contains this character: it is a control character.
        parts(value, separator: "\u{0}").joined(separator: " ")
    }

    /// A text for one line on a screen: without control characters, with single spaces, and at most `limit` scalars.
    static func line(_ text: String, limit: Int) -> String {
        var line = String.UnicodeScalarView()
        var (count, isSpaceDue) = (0, false)
        for scalar in text.unicodeScalars {
            if isGap(scalar) {
                isSpaceDue = count > 0
                continue
            }
            let added = isSpaceDue ? 2 : 1
            guard count + added <= limit else { break }
            if isSpaceDue { line.append(" ") }
            line.append(scalar)
            (count, isSpaceDue) = (count + added, false)
        }
        return String(line)
    }

    /// Whether it is white space or a control character. Most characters are ASCII, and their properties are slow.
    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}

// SPDX-License-Identifier: MIT

package import SDBus

/// A JSON text that keeps the order of its keys. It escapes all characters that are not printable, so that it cannot
/// command a terminal; JSON allows escapes everywhere.
package indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case signed(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(key: String, value: JSON)])

    /// The text, on one line.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .signed(let value): String(value)
        case .unsigned(let value): String(value)
        case .number(let value): value.isFinite ? String(value) : "null"
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
        }
    }

    package static func strings(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }

    /// A value of the bus: a structure becomes an array, a dictionary an object with sorted keys.
    package init(_ variant: Variant) {
        switch variant {
        case .bool(let value): self = .bool(value)
        case .byte(let value): self = .unsigned(UInt64(value))
        case .int16(let value): self = .signed(Int64(value))
        case .uint16(let value): self = .unsigned(UInt64(value))
        case .int32(let value): self = .signed(Int64(value))
        case .uint32(let value): self = .unsigned(UInt64(value))
        case .int64(let value): self = .signed(value)
        case .uint64(let value): self = .unsigned(value)
        case .double(let value): self = .number(value)
        case .string(let value), .signature(let value): self = .string(value)
        case .path(let value): self = .string(value.text)
        case .file: self = .null
        case .strings(let values): self = .strings(values)
        case .dictionary(let values): self = JSON(values)
        case .array(_, let elements), .structure(let elements): self = .array(elements.map { JSON($0) })
        case .entry(let key, let value): self = .array([JSON(key), JSON(value)])
        case .variant(let value): self = JSON(value)
        }
    }

    /// An `a{sv}` with sorted keys.
    package init(_ values: [String: Variant]) {
        self = .object(values.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.isUnprintable:
                for unit in String(scalar).utf16 { quoted += "\\u" + hexadecimal(unit) }
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Unicode.Scalar {
    /// True for characters that could command a terminal or mislead a reader: controls, line and paragraph separators,
    /// and invisible characters that change the direction of text. The joiners that some scripts and emoji need are
    /// printable.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }
}

// SPDX-License-Identifier: MIT

/// A value of any D-Bus type, for `a{sv}` and for messages of unknown types.
public indirect enum Variant: Hashable, Sendable {
    /// `b`
    case bool(Bool)
    /// `y`
    case byte(UInt8)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case path(ObjectPath)
    /// `g`
    case signature(String)
    /// `h`
    case file(BusFile)
    /// `as`
    case strings([String])
    /// `a{sv}`
    case dictionary([String: Variant])
    /// Any other array, with the signature of its elements. The elements of a dictionary are entries.
    case array(of: String, [Variant])
    /// An entry of a dictionary; legal only in an array.
    case entry(Variant, Variant)
    /// `(…)`
    case structure([Variant])
    /// `v` inside a variant or another container.
    case variant(Variant)

    /// `a{ss}`
    public static func stringMap(_ map: [String: String]) -> Variant {
        .array(of: "{ss}", map.map { .entry(.string($0.key), .string($0.value)) })
    }

    /// `aa{sv}`
    public static func dictionaries(_ list: [[String: Variant]]) -> Variant {
        .array(of: "a{sv}", list.map { .dictionary($0) })
    }

    /// The signature of the value.
    public var type: String {
        switch self {
        case .bool: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .file: "h"
        case .strings: "as"
        case .dictionary: "a{sv}"
        case .array(let element, _): "a" + element
        case .entry(let key, let value): "{" + key.type + value.type + "}"
        case .structure(let members): "(" + members.map(\.type).joined() + ")"
        case .variant: "v"
        }
    }
}

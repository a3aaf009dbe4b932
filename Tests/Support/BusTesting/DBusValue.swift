// SPDX-License-Identifier: MIT

/// A value of any D-Bus type. Tests choose the exact type on the wire; nothing is converted.
///
/// Literals make the common cases short: `"text"` is a string, `true` a boolean, and a dictionary literal is `a{sv}`:
/// `["LocalizedName": "Example", "MaximumCallGroups": .uint32(2)]`. An integer needs its type.
public indirect enum DBusValue: Hashable, Sendable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case bool(Bool)
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
    case path(String)
    /// `g`
    case signature(String)
    /// `h`
    case descriptor(Descriptor)
    /// `a` and the element's signature, which an empty array needs too.
    case array(of: String, [DBusValue])
    /// `a{…}` with the signatures of key and value.
    case dictionary(key: String, value: String, [DBusValue: DBusValue])
    /// `(…)`
    case structure([DBusValue])
    /// `v`
    case variant(DBusValue)
}

extension DBusValue {
    /// A structure: `.tuple("phone-number", "+4930123456")` is `(ss)`.
    public static func tuple(_ fields: DBusValue...) -> DBusValue { .structure(fields) }

    /// `as`
    public static func strings(_ strings: [String]) -> DBusValue { .array(of: "s", strings.map(DBusValue.string)) }

    /// `aa{sv}`, the type of a transaction's actions.
    public static func dictionaries(_ elements: [[String: DBusValue]]) -> DBusValue {
        .array(of: "a{sv}", elements.map(DBusValue.options))
    }

    /// `a{sv}`. A value that is not a variant is put into one.
    public static func options(_ entries: [String: DBusValue]) -> DBusValue {
        var values: [DBusValue: DBusValue] = [:]
        for (key, value) in entries {
            if case .variant = value {
                values[.string(key)] = value
            } else {
                values[.string(key)] = .variant(value)
            }
        }
        return .dictionary(key: "s", value: "v", values)
    }

    /// The value's type as a D-Bus signature.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
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
        case .descriptor: "h"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{\(key)\(value)}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

extension DBusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral {
    /// `s`
    public init(stringLiteral value: String) { self = .string(value) }
    /// `b`
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `a{sv}`; the last one of equal keys counts.
    public init(dictionaryLiteral elements: (String, DBusValue)...) {
        self = .options(Dictionary(elements) { $1 })
    }
}

/// How tests read values. All of these look through variants and are nil when the value has another type, so a failure
/// of `#expect(value["State"]?.string == "active")` shows which of the two was wrong.
extension DBusValue {
    /// The value inside any number of variants.
    public var unwrapped: DBusValue {
        guard case .variant(let value) = self else { return self }
        return value.unwrapped
    }

    /// A string, an object path or a signature.
    public var string: String? {
        switch unwrapped {
        case .string(let text), .path(let text), .signature(let text): text
        default: nil
        }
    }

    /// A boolean.
    public var bool: Bool? {
        guard case .bool(let value) = unwrapped else { return nil }
        return value
    }

    /// Any integer type that `Int` can hold.
    public var int: Int? {
        switch unwrapped {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// A file descriptor.
    public var descriptor: Descriptor? {
        guard case .descriptor(let value) = unwrapped else { return nil }
        return value
    }

    /// The elements of an array, or the fields of a structure.
    public var elements: [DBusValue]? {
        switch unwrapped {
        case .array(_, let values), .structure(let values): values
        default: nil
        }
    }

    /// The texts of an array of strings, object paths or signatures; nil if an element is none.
    public var strings: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// A dictionary with text keys, its values without their variants.
    public var entries: [String: DBusValue]? {
        guard case .dictionary(_, _, let values) = unwrapped else { return nil }
        var entries: [String: DBusValue] = [:]
        for (key, value) in values {
            guard let key = key.string else { return nil }
            entries[key] = value.unwrapped
        }
        return entries
    }

    /// The dictionary's value for a text key (string or object path), without its variant.
    public subscript(key: String) -> DBusValue? {
        guard case .dictionary(_, _, let values) = unwrapped else { return nil }
        return (values[.string(key)] ?? values[.path(key)])?.unwrapped
    }

    /// An element of an array or a field of a structure, without its variant.
    public subscript(index: Int) -> DBusValue? {
        guard let elements, elements.indices.contains(index) else { return nil }
        return elements[index].unwrapped
    }
}

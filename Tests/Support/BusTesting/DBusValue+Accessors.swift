// SPDX-License-Identifier: MIT

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

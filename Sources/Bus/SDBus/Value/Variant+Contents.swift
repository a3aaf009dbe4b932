// SPDX-License-Identifier: MIT

/// The value in a variant; nil if it has another type.
extension Variant {
    /// `b`
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// `u`, or another integer type with a value that fits: clients in languages with one integer type guess.
    public var uint32: UInt32? { integer() }

    /// `t`, or another integer type with a value that fits.
    public var uint64: UInt64? { integer() }

    private func integer<Integer: FixedWidthInteger>() -> Integer? {
        switch self {
        case .byte(let value): Integer(exactly: value)
        case .int16(let value): Integer(exactly: value)
        case .uint16(let value): Integer(exactly: value)
        case .int32(let value): Integer(exactly: value)
        case .uint32(let value): Integer(exactly: value)
        case .int64(let value): Integer(exactly: value)
        case .uint64(let value): Integer(exactly: value)
        case .bool, .double, .string, .path, .signature, .file, .strings, .dictionary, .array, .entry, .structure,
            .variant:
            nil
        }
    }

    /// `s`
    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// `o`
    public var path: ObjectPath? {
        guard case .path(let value) = self else { return nil }
        return value
    }

    /// `h`
    public var file: BusFile? {
        guard case .file(let value) = self else { return nil }
        return value
    }

    /// `as`
    public var strings: [String]? {
        guard case .strings(let value) = self else { return nil }
        return value
    }

    /// `a{sv}`
    public var dictionary: [String: Variant]? {
        guard case .dictionary(let value) = self else { return nil }
        return value
    }

    /// `aa{sv}`
    public var dictionaries: [[String: Variant]]? {
        guard case .array(of: "a{sv}", let elements) = self else { return nil }
        return elements.compactMap(\.dictionary)
    }

    /// `a{ss}`
    public var stringMap: [String: String]? {
        guard case .array(of: "{ss}", let entries) = self else { return nil }
        var map: [String: String] = [:]
        for case .entry(.string(let key), .string(let value)) in entries { map[key] = value }
        return map
    }

    /// `(…)`
    public var structure: [Variant]? {
        guard case .structure(let members) = self else { return nil }
        return members
    }

    /// `(ss)`
    public var stringPair: (String, String)? {
        guard case .structure(let members) = self, members.count == 2,
            case (.string(let first), .string(let second)) = (members[0], members[1])
        else { return nil }
        return (first, second)
    }

    /// The elements of an array; nil if they have another signature.
    public func array(of element: String) -> [Variant]? {
        guard case .array(element, let elements) = self else { return nil }
        return elements
    }
}

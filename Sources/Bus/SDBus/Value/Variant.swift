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

/// The value in a variant; nil if it has another type.
extension Variant {
    /// `b`
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

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
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// `o`
    public var path: ObjectPath? { if case .path(let value) = self { value } else { nil } }

    /// `h`
    public var file: BusFile? { if case .file(let value) = self { value } else { nil } }

    /// `as`
    public var strings: [String]? { if case .strings(let value) = self { value } else { nil } }

    /// `a{sv}`
    public var dictionary: [String: Variant]? { if case .dictionary(let value) = self { value } else { nil } }

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
        if case .structure(let members) = self { members } else { nil }
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
        if case .array(element, let elements) = self { elements } else { nil }
    }
}

extension Variant: BusValue {
    public static var signature: String { "v" }

    public init(from reader: inout MessageReader) throws(BusError) {
        guard let (code, contents) = try reader.next(), code == TypeCode.variant else {
            throw .invalidArgs("A variant is missing")
        }
        try reader.enter(code, contents)
        self = try Variant(anyFrom: &reader)
        try reader.exit()
    }

    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.open(TypeCode.variant, type)
        try writeContents(to: &writer)
        try writer.close()
    }

    /// Reads the next value of any type, variant or not.
    public init(anyFrom reader: inout MessageReader) throws(BusError) {
        try reader.countValue()
        guard let (code, contents) = try reader.next() else { throw .invalidArgs("The message ends too early") }
        switch code {
        case TypeCode.array: self = try Variant(arrayOf: contents, from: &reader)
        case TypeCode.structure: self = .structure(try Variant.members(code, contents, &reader))
        case TypeCode.variant: self = .variant(try Variant(from: &reader))
        case TypeCode.entry:
            let members = try Variant.members(code, contents, &reader)
            self = .entry(members[0], members[1])
        default: self = try Variant(basic: code, from: &reader)
        }
    }

    private init(basic code: CChar, from reader: inout MessageReader) throws(BusError) {
        switch code {
        case TypeCode.bool: self = .bool(try reader.read())
        case TypeCode.byte: self = .byte(try reader.read())
        case TypeCode.int16: self = .int16(try reader.read())
        case TypeCode.uint16: self = .uint16(try reader.read())
        case TypeCode.int32: self = .int32(try reader.read())
        case TypeCode.uint32: self = .uint32(try reader.read())
        case TypeCode.int64: self = .int64(try reader.read())
        case TypeCode.uint64: self = .uint64(try reader.read())
        case TypeCode.double: self = .double(try reader.read())
        case TypeCode.string: self = .string(try reader.read())
        case TypeCode.path: self = .path(try reader.read())
        case TypeCode.signature: self = .signature(try reader.text(code))
        case TypeCode.file: self = .file(try reader.read())
        default: throw .invalidArgs("No such D-Bus type")
        }
    }

    private init(arrayOf element: String, from reader: inout MessageReader) throws(BusError) {
        switch element {
        case "s": self = .strings(try reader.read())
        case "{sv}": self = .dictionary(try reader.read())
        default: self = .array(of: element, try Variant.members(TypeCode.array, element, &reader))
        }
    }

    private static func members(
        _ code: CChar, _ contents: String, _ reader: inout MessageReader
    ) throws(BusError) -> [Variant] {
        try reader.enter(code, contents)
        var members: [Variant] = []
        while try !reader.atEnd() { members.append(try Variant(anyFrom: &reader)) }
        try reader.exit()
        return members
    }

    /// Appends the value without a variant around it.
    fileprivate func writeContents(to writer: inout MessageWriter) throws(BusError) {
        switch self {
        case .bool(let value): try writer.append(value)
        case .byte(let value): try writer.append(value)
        case .int16(let value): try writer.append(value)
        case .uint16(let value): try writer.append(value)
        case .int32(let value): try writer.append(value)
        case .uint32(let value): try writer.append(value)
        case .int64(let value): try writer.append(value)
        case .uint64(let value): try writer.append(value)
        case .double(let value): try writer.append(value)
        case .string(let value): try writer.append(value)
        case .path(let value): try writer.append(value)
        case .signature(let value): try writer.text(TypeCode.signature, value)
        case .file(let value): try writer.append(value)
        case .strings(let value): try writer.append(value)
        case .dictionary(let value): try writer.append(value)
        case .variant(let value): try writer.append(value)
        case .array(let element, let elements): try writer.container(TypeCode.array, element, elements)
        case .entry(let key, let value): try writer.container(TypeCode.entry, key.type + value.type, [key, value])
        case .structure(let members):
            try writer.container(TypeCode.structure, members.map(\.type).joined(), members)
        }
    }
}

extension MessageWriter {
    fileprivate mutating func container(
        _ code: CChar, _ contents: String, _ members: [Variant]
    ) throws(BusError) {
        try open(code, contents)
        for member in members { try member.writeContents(to: &self) }
        try close()
    }
}

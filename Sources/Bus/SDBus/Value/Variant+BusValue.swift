// SPDX-License-Identifier: MIT

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
        default:
            var elements: [Variant] = []
            try reader.array(of: element) { (reader) throws(BusError) in
                elements.append(try Variant(anyFrom: &reader))
            }
            self = .array(of: element, elements)
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

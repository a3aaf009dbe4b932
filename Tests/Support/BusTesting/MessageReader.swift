// SPDX-License-Identifier: MIT

internal import CDBus

/// Reads the values of a libdbus message.
struct MessageReader {
    private var iterator = DBusMessageIter()

    /// All arguments of `message`.
    static func arguments(of message: OpaquePointer) -> [DBusValue] {
        var reader = MessageReader()
        guard dbus_message_iter_init(message, &reader.iterator) != 0 else { return [] }
        return reader.rest()
    }

    private mutating func rest() -> [DBusValue] {
        var values: [DBusValue] = []
        while dbus_message_iter_get_arg_type(&iterator) != 0 {
            values.append(current())
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private mutating func current() -> DBusValue {
        switch UnicodeScalar(UInt8(clamping: dbus_message_iter_get_arg_type(&iterator))) {
        case "y": return .byte(basic().byt)
        case "b": return .bool(basic().bool_val != 0)
        case "n": return .int16(basic().i16)
        case "q": return .uint16(basic().u16)
        case "i": return .int32(basic().i32)
        case "u": return .uint32(basic().u32)
        case "x": return .int64(Int64(basic().i64))
        case "t": return .uint64(UInt64(basic().u64))
        case "d": return .double(basic().dbl)
        case "s": return .string(text())
        case "o": return .path(text())
        case "g": return .signature(text())
        case "h": return .descriptor(Descriptor(owning: basic().fd))
        case "a": return array()
        case "v":
            var content = inside()
            return .variant(content.current())
        default:
            var fields = inside()
            return .structure(fields.rest())
        }
    }

    private mutating func array() -> DBusValue {
        let element = String(signature().dropFirst())
        var reader = inside()
        guard element.hasPrefix("{") else { return .array(of: element, reader.rest()) }
        // The key of a dictionary is always a basic type: one character.
        let types = element.dropFirst().dropLast()
        var entries: [DBusValue: DBusValue] = [:]
        while dbus_message_iter_get_arg_type(&reader.iterator) != 0 {
            var entry = reader.inside()
            let pair = entry.rest()
            entries[pair[0]] = pair[1]
            dbus_message_iter_next(&reader.iterator)
        }
        return .dictionary(key: String(types.prefix(1)), value: String(types.dropFirst()), entries)
    }

    private mutating func inside() -> MessageReader {
        var reader = MessageReader()
        dbus_message_iter_recurse(&iterator, &reader.iterator)
        return reader
    }

    private mutating func signature() -> String {
        guard let pointer = dbus_message_iter_get_signature(&iterator) else { return "" }
        defer { dbus_free(pointer) }
        return String(cString: pointer)
    }

    private mutating func basic() -> DBusBasicValue {
        var value = DBusBasicValue()
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private mutating func text() -> String {
        basic().str.map { String(cString: $0) } ?? ""
    }
}

/// Appends values to a libdbus message.
///
/// libdbus ends the process for an invalid path or signature, so the writer checks these first. Tests that send invalid
/// ones use ``RawClient``.
struct MessageWriter {
    private var iterator = DBusMessageIter()

    /// Writes at the end of `message`, which must stay alive meanwhile.
    static func append(_ values: [DBusValue], to message: OpaquePointer) throws {
        var writer = MessageWriter()
        dbus_message_iter_init_append(message, &writer.iterator)
        for value in values { try writer.append(value) }
    }

    private mutating func append(_ value: DBusValue) throws {
        switch value {
        case .byte(let number): try basic("y", number)
        case .bool(let flag): try basic("b", dbus_bool_t(flag ? 1 : 0))
        case .int16(let number): try basic("n", number)
        case .uint16(let number): try basic("q", number)
        case .int32(let number): try basic("i", number)
        case .uint32(let number): try basic("u", number)
        case .int64(let number): try basic("x", number)
        case .uint64(let number): try basic("t", number)
        case .double(let number): try basic("d", number)
        case .descriptor(let descriptor): try basic("h", descriptor.number)
        case .string, .path, .signature: try appendText(value)
        case .array, .dictionary, .structure, .variant: try appendContainer(value)
        }
    }

    private mutating func appendText(_ value: DBusValue) throws {
        switch value {
        case .path(let text):
            _ = try withBusError { dbus_validate_path(text, $0) }
            try self.text("o", text)
        case .signature(let text):
            _ = try withBusError { dbus_signature_validate(text, $0) }
            try self.text("g", text)
        default:
            try text("s", value.string ?? "")
        }
    }

    private mutating func appendContainer(_ value: DBusValue) throws {
        switch value {
        case .array(let element, let values):
            try checkElements(values, are: element)
            try container("a", contained: element) { inner in
                for value in values { try inner.append(value) }
            }
        case .dictionary(let key, let element, let values):
            try checkElements(Array(values.keys), are: key)
            try checkElements(Array(values.values), are: element)
            try container("a", contained: "{\(key)\(element)}") { inner in
                for (key, value) in values {
                    try inner.container("e", contained: nil) { entry in
                        try entry.append(key)
                        try entry.append(value)
                    }
                }
            }
        case .structure(let fields):
            try container("r", contained: nil) { inner in
                for field in fields { try inner.append(field) }
            }
        case .variant(let inside):
            try container("v", contained: inside.signature) { try $0.append(inside) }
        default:
            preconditionFailure("\(value) is no container")
        }
    }

    private func checkElements(_ values: [DBusValue], are signature: String) throws {
        _ = try withBusError { dbus_signature_validate("a" + signature, $0) }
        guard let wrong = values.first(where: { $0.signature != signature }) else { return }
        throw SupportError("an element of type '\(signature)' was announced, but \(wrong) is a '\(wrong.signature)'")
    }

    private mutating func basic<Number: BitwiseCopyable>(_ type: UnicodeScalar, _ number: Number) throws {
        var number = number
        guard dbus_message_iter_append_basic(&iterator, Int32(type.value), &number) != 0 else {
            throw SupportError("libdbus could not append a '\(type)'")
        }
    }

    private mutating func text(_ type: UnicodeScalar, _ text: String) throws {
        guard !text.utf8.contains(0) else { throw SupportError("libdbus cannot send a NUL byte: use RawClient") }
        try text.withCString { try basic(type, $0) }
    }

    private mutating func container(
        _ type: UnicodeScalar, contained: String?, _ fill: (inout MessageWriter) throws -> Void
    ) throws {
        var inner = MessageWriter()
        guard dbus_message_iter_open_container(&iterator, Int32(type.value), contained, &inner.iterator) != 0 else {
            throw SupportError("libdbus could not open a container '\(type)'")
        }
        do {
            try fill(&inner)
        } catch {
            dbus_message_iter_abandon_container(&iterator, &inner.iterator)
            throw error
        }
        guard dbus_message_iter_close_container(&iterator, &inner.iterator) != 0 else {
            throw SupportError("libdbus could not close a container '\(type)'")
        }
    }
}

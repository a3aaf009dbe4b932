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

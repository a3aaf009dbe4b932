// SPDX-License-Identifier: MIT

internal import CAdwaita

/// A value of a signal or of a property.
package enum Value {
    case bool(Bool)
    /// Any integer, enumeration or set of flags.
    case int(Int)
    case double(Double)
    /// nil is no string, which is not the same as an empty one.
    case string(String?)
    /// Not held: hold it before the callback returns.
    case object(OpaquePointer?)
    /// A GVariant; not held either.
    case variant(OpaquePointer?)
    case pointer(UnsafeMutableRawPointer?)
    /// A value of a type that this layer does not read.
    case other

    package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    package var int: Int? { if case .int(let int) = self { int } else { nil } }
    package var double: Double? { if case .double(let double) = self { double } else { nil } }
    package var string: String? { if case .string(let string) = self { string } else { nil } }
    package var pointer: UnsafeMutableRawPointer? { if case .pointer(let pointer) = self { pointer } else { nil } }
    package var variant: OpaquePointer? { if case .variant(let variant) = self { variant } else { nil } }
    package var object: OpaquePointer? { if case .object(let object) = self { object } else { nil } }

    init(_ value: GValue) {
        var value = value
        switch g_type_fundamental(value.g_type) {
        case CTypeBoolean: self = .bool(g_value_get_boolean(&value) != 0)
        case CTypeInt: self = .int(Int(g_value_get_int(&value)))
        case CTypeUInt: self = .int(Int(g_value_get_uint(&value)))
        case CTypeInt64: self = .int(Int(g_value_get_int64(&value)))
        case CTypeUInt64: self = .int(Int(clamping: g_value_get_uint64(&value)))
        case CTypeEnum: self = .int(Int(g_value_get_enum(&value)))
        case CTypeFlags: self = .int(Int(g_value_get_flags(&value)))
        case CTypeDouble: self = .double(g_value_get_double(&value))
        case CTypeString: self = .string(g_value_get_string(&value).map { String(cString: $0) })
        case CTypeObject, CTypeInterface: self = .object(g_value_get_object(&value).map { OpaquePointer($0) })
        case CTypePointer: self = .pointer(g_value_get_pointer(&value))
        case CTypeVariant: self = .variant(g_value_get_variant(&value))
        default: self = .other
        }
    }

    /// Calls `body` with the value as `type`. A value of another kind leaves the default of the type.
    func with(type: GType, _ body: (UnsafePointer<GValue>) -> Void) {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        switch (self, g_type_fundamental(type)) {
        case (.bool(let bool), CTypeBoolean): g_value_set_boolean(&value, bool ? 1 : 0)
        case (.int(let int), CTypeInt): g_value_set_int(&value, gint(clamping: int))
        case (.int(let int), CTypeUInt): g_value_set_uint(&value, guint(clamping: int))
        case (.int(let int), CTypeEnum): g_value_set_enum(&value, gint(clamping: int))
        case (.int(let int), CTypeFlags): g_value_set_flags(&value, guint(clamping: int))
        case (.double(let double), CTypeDouble): g_value_set_double(&value, double)
        case (.string(let string), CTypeString): g_value_set_string(&value, string)
        case (.object(let object), CTypeObject), (.object(let object), CTypeInterface):
            g_value_set_object(&value, object.map { gpointer($0) })
        default: break
        }
        body(&value)
    }
}

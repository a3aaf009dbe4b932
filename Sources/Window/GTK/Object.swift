// SPDX-License-Identifier: MIT

internal import CAdwaita

/// Keeps an object of GObject alive. Several holders may hold the same object: compare `raw`.
@MainActor
package class Object {
    /// The object itself, for functions of C.
    package let raw: OpaquePointer

    /// The type that a holder of this class accepts.
    package class var type: UInt { UInt(g_object_get_type()) }

    /// Holds an object that others own. It may still float: its owner is yet to come then, and finds it as it was.
    package required init(borrowed raw: OpaquePointer) {
        self.raw = raw
        g_object_ref(gpointer(raw))
    }

    /// Takes the reference that a constructor of C returns, whether the object floats or not. GTK itself owns a new
    /// window, and who gets an object from a constructor may give it away: these are borrowed.
    package convenience init(new raw: OpaquePointer) {
        self.init(borrowed: raw)
        g_object_unref(g_object_take_ref(gpointer(raw)))
    }

    isolated deinit { g_object_unref(gpointer(raw)) }

    /// Holds the object if it has the type of this class.
    package static func cast(_ raw: OpaquePointer) -> Self? {
        let instance = UnsafeMutablePointer<GTypeInstance>(raw)
        return g_type_check_instance_is_a(instance, GType(type)) != 0 ? Self(borrowed: raw) : nil
    }

    /// The object as a pointer to its C type.
    func pointer<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> { UnsafeMutablePointer(raw) }
}

extension Object {
    /// Calls `body` with each signal, as long as the object lives. The first value is the sender. Capture controllers
    /// weakly.
    @discardableResult
    package func on(
        _ signal: String, after: Bool = false, _ body: @escaping @MainActor ([Value]) -> Void
    ) -> Connection {
        let handler = Handler { values in
            body(values)
            return nil
        }
        let number = g_signal_connect_closure(gpointer(raw), signal, closure(handler), after ? 1 : 0)
        return Connection(number: UInt(number))
    }

    /// The same for a signal that asks: true stops other handlers.
    package func onQuestion(_ signal: String, _ body: @escaping @MainActor ([Value]) -> Bool) {
        g_signal_connect_closure(gpointer(raw), signal, closure(Handler { body($0) }), 0)
    }

    /// Calls `body` after each change of the property.
    @discardableResult
    package func onChange(of property: String, _ body: @escaping @MainActor () -> Void) -> Connection {
        on("notify::" + property) { _ in body() }
    }

    /// Does something without calling the handler of that connection.
    package func quietly(_ connection: Connection?, _ body: () -> Void) {
        guard let connection else { return body() }
        g_signal_handler_block(gpointer(raw), gulong(connection.number))
        body()
        g_signal_handler_unblock(gpointer(raw), gulong(connection.number))
    }
}

/// The handler of a signal.
package struct Connection {
    fileprivate let number: UInt
}

/// The closure of Swift that a closure of GObject owns.
private final class Handler {
    let body: @MainActor ([Value]) -> Bool?

    init(_ body: @escaping @MainActor ([Value]) -> Bool?) { self.body = body }
}

/// Any signal, whatever its arguments are. The handler lives as long as the closure.
private func closure(_ handler: Handler) -> UnsafeMutablePointer<GClosure>? {
    let box = Unmanaged.passRetained(handler).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), nil)
    g_closure_add_finalize_notifier(closure, box) { box, _ in
        if let box { Unmanaged<Handler>.fromOpaque(box).release() }
    }
    g_closure_set_meta_marshal(closure, box) { _, result, count, values, _, box in
        guard let box else { return }
        nonisolated(unsafe) let handler = Unmanaged<Handler>.fromOpaque(box).takeUnretainedValue()
        nonisolated(unsafe) let list = UnsafeBufferPointer(start: values, count: Int(count))
        let answer = MainActor.assumeIsolated { handler.body(list.map { Value($0) }) }
        if let answer, let result, result.pointee.g_type == CTypeBoolean { g_value_set_boolean(result, answer ? 1 : 0) }
    }
    return closure
}

extension Object {
    /// Calls `body` with the object that the signal is about, its first value after the sender. Not held.
    func onObject(_ signal: String, _ body: @escaping @MainActor (OpaquePointer) -> Void) {
        on(signal) { values in if let object = values.dropFirst().first?.object { body(object) } }
    }
}

extension Object {
    /// Sets a property. Does nothing if the object has no property of that name.
    package func set(_ property: String, _ value: Value) {
        guard let type = typeOfProperty(property) else { return }
        value.with(type: type) { g_object_set_property(pointer(), property, $0) }
    }

    package func set(_ property: String, _ value: String) { set(property, .string(value)) }
    package func set(_ property: String, _ value: Bool) { set(property, .bool(value)) }

    /// A property, or nil if the object has none of that name.
    package func get(_ property: String) -> Value? {
        guard let type = typeOfProperty(property) else { return nil }
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_object_get_property(pointer(), property, &value)
        return Value(value)
    }

    private func typeOfProperty(_ name: String) -> GType? {
        let instance = pointer(GTypeInstance.self)
        let objectClass = UnsafeMutableRawPointer(instance.pointee.g_class)?.assumingMemoryBound(to: GObjectClass.self)
        return g_object_class_find_property(objectClass, name)?.pointee.value_type
    }
}

/// A value of a signal or of a property.
package enum Value {
    case bool(Bool)
    /// An integer of 32 bits, an enumeration or a set of flags.
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

    /// Calls `body` with the value as `type`: a truth value, an integer, an enumeration or a string. A value of another
    /// kind leaves the default of the type.
    func with(type: GType, _ body: (UnsafePointer<GValue>) -> Void) {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        switch (self, g_type_fundamental(type)) {
        case (.bool(let bool), CTypeBoolean): g_value_set_boolean(&value, bool ? 1 : 0)
        case (.int(let int), CTypeInt): g_value_set_int(&value, gint(clamping: int))
        case (.int(let int), CTypeUInt): g_value_set_uint(&value, guint(clamping: int))
        case (.int(let int), CTypeEnum): g_value_set_enum(&value, gint(clamping: int))
        case (.string(let string), CTypeString): g_value_set_string(&value, string)
        default: break
        }
        body(&value)
    }
}

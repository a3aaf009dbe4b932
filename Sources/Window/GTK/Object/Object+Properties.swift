// SPDX-License-Identifier: MIT

internal import CAdwaita

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

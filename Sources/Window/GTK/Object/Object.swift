// SPDX-License-Identifier: MIT

internal import CAdwaita

/// Keeps an object of GObject alive. Several holders may hold the same object: compare `raw`.
@MainActor
package class Object {
    /// The object itself, for functions of C.
    package let raw: OpaquePointer

    /// The type that a holder of this class accepts.
    package class var type: UInt { UInt(g_object_get_type()) }

    /// Holds an object that others own, or a new one that floats.
    package required init(_ raw: OpaquePointer) {
        self.raw = raw
        g_object_ref_sink(gpointer(raw))
    }

    isolated deinit { g_object_unref(gpointer(raw)) }

    /// Holds the object if it has the type of this class.
    package static func cast(_ raw: OpaquePointer) -> Self? {
        let instance = UnsafeMutablePointer<GTypeInstance>(raw)
        return g_type_check_instance_is_a(instance, GType(type)) != 0 ? Self(raw) : nil
    }

    /// The object as a pointer to its C type.
    func pointer<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> { UnsafeMutablePointer(raw) }
}

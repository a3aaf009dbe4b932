// SPDX-License-Identifier: MIT

internal import CAdwaita

/// The widgets of a .ui file.
@MainActor
package final class Builder {
    private let raw: OpaquePointer
    private let name: String

    /// Loads the bytes of a file, with translations of the project's catalogue. `name` is for messages.
    package init(_ bytes: [UInt8], _ name: String = #fileID) throws(InterfaceError) {
        self.name = name
        raw = gtk_builder_new()
        gtk_builder_set_translation_domain(raw, "monkeycall")
        var error: UnsafeMutablePointer<GError>?
        let isLoaded = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                gtk_builder_add_from_string(raw, $0.baseAddress, gssize($0.count), &error)
            }
        }
        guard isLoaded != 0 else {
            let message = error?.pointee.message.map { String(cString: $0) } ?? ""
            g_clear_error(&error)
            throw InterfaceError(message: "\(name): cannot load the .ui file: \(message)")
        }
    }

    isolated deinit { g_object_unref(gpointer(raw)) }

    /// The object with that id, which must have that type.
    package func get<T: Object>(_ id: String, _ type: T.Type = T.self) throws(InterfaceError) -> T {
        guard let object = gtk_builder_get_object(raw, id) else {
            throw InterfaceError(message: "\(name): the .ui file has no object \(id)")
        }
        guard let holder = T.cast(OpaquePointer(object)) else {
            throw InterfaceError(message: "\(name): the object \(id) of the .ui file is not a \(T.self)")
        }
        return holder
    }
}

/// A .ui file and its controller do not fit. The tests load all of them.
package struct InterfaceError: Error, CustomStringConvertible {
    package let message: String

    package var description: String { message }
}

// SPDX-License-Identifier: MIT

/// What an object manager lists: the objects up to the first text that libsystemd refuses to read.
package struct ObjectList {
    /// The interfaces of each object, by its path.
    package let objects: [ObjectPath: [String: [String: Variant]]]
    /// The object with that text; nil = there is none.
    let unreadable: ObjectPath?
    /// Whether these are all objects.
    let isComplete: Bool

    /// The reply of GetManagedObjects.
    package init(_ reply: Message) {
        var objects: [ObjectPath: [String: [String: Variant]]] = [:]
        var present: ObjectPath?
        var isComplete = true
        do throws(BusError) {
            try reply.read { (reader) throws(BusError) in
                try reader.dictionary(
                    key: ObjectPath.signature, value: [String: [String: Variant]].signature
                ) { (reader) throws(BusError) in
                    let path = try reader.read(ObjectPath.self)
                    present = path
                    objects[path] = try reader.read([String: [String: Variant]].self)
                    present = nil
                }
            }
        } catch {
            isComplete = false
        }
        (self.objects, unreadable, self.isComplete) = (objects, present, isComplete)
    }
}

extension RemoteLife {
    /// Calls `body` with the path of each object that the list of an object manager may lack.
    package func findRest(of list: ObjectList, at manager: ObjectPath, _ body: @escaping (ObjectPath) -> Void) {
        guard !list.isComplete else { return }
        // Not every program tells the names of its objects.
        if let path = list.unreadable { body(path) }
        findObjects(below: manager) { path in
            if path != list.unreadable, list.objects[path] == nil { body(path) }
        }
    }

    /// Calls `body` with each path below that path that the program names, down to that many levels.
    package func findObjects(below path: ObjectPath, levels: Int = 2, _ body: @escaping (ObjectPath) -> Void) {
        call(path, StandardInterface.introspectable, "Introspect") { [weak self] reply in
            guard let self, let names = try? reply.get().childNodes() else { return }
            for name in names {
                guard let child = ObjectPath("\(path)/\(name)") else { continue }
                body(child)
                if levels > 1 { findObjects(below: child, levels: levels - 1, body) }
            }
        }
    }
}

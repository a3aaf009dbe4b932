// SPDX-License-Identifier: MIT

/// The objects with one interface that an object manager of a program lists, and their properties. A text that
/// libsystemd refuses makes a message unreadable, but no object disappears: its properties are asked for one by one,
/// and this one is left out.
package final class RemoteObjects {
    /// An object with all its properties after each change; nil = it is gone. `isOld`: it was there before this process
    /// looked.
    package typealias Changed = (_ path: ObjectPath, _ properties: [String: Variant]?, _ isOld: Bool) -> Void

    private let program: RemoteLife
    private let manager: ObjectPath
    private let interface: InterfaceName
    private let changed: Changed
    private var slots: [BusSlot] = []
    private var properties: [ObjectPath: [String: Variant]] = [:]
    private let names: Set<String>
    private let single: SingleProperties
    private var isOver = false

    /// `names` are those of the properties that are asked for one by one.
    package init(
        of program: RemoteLife, at manager: ObjectPath, _ interface: InterfaceName, _ names: [String],
        changed: @escaping Changed
    ) {
        (self.program, self.manager, self.interface, self.changed) = (program, manager, interface, changed)
        self.names = Set(names)
        single = SingleProperties(of: program, interface, names)
    }

    /// Loads the objects. What changes meanwhile comes first.
    package func begin(then failed: @escaping (BusError) -> Void) throws(BusError) {
        slots = [
            try program.onSignal(path: manager, interface: StandardInterface.objectManager) {
                [unowned self] in objectsChanged($0)
            },
            try program.onSignal(interface: StandardInterface.properties, member: "PropertiesChanged") {
                [unowned self] in propertiesChanged($0)
            },
        ]
        program.call(manager, StandardInterface.objectManager, "GetManagedObjects") { [weak self] reply in
            guard let self, !isOver else { return }
            switch reply {
            case .success(let message): loaded(ObjectList(message))
            case .failure(let error): failed(error)
            }
        }
    }

    /// Tells each object that is known now, as one that was there before.
    package func notifyAgain() {
        for (path, known) in properties.sorted(by: { $0.key.text < $1.key.text }) { changed(path, known, true) }
    }

    package func end() {
        (isOver, slots) = (true, [])
        single.end()
    }

    private func loaded(_ list: ObjectList) {
        for (path, interfaces) in list.objects.sorted(by: { $0.key.text < $1.key.text }) {
            guard let found = interfaces[interface.text], properties[path] == nil else { continue }
            properties[path] = found
            changed(path, found, true)
        }
        program.findRest(of: list, at: manager) { [weak self] path in
            if let self, !isOver, properties[path] == nil { ask(path, isOld: true) }
        }
    }

    /// Asks for the properties of an object, because a message about it cannot be read, or lacks the new value of one.
    private func ask(_ path: ObjectPath, isOld: Bool) {
        single.ask(path) { [unowned self] found in
            guard !found.isEmpty, found != properties[path] else { return }
            properties[path] = found
            changed(path, found, isOld)
        }
    }

    private func objectsChanged(_ signal: Message) {
        switch signal.member {
        case "InterfacesAdded":
            guard let path = try? signal.read(ObjectPath.self) else { return }
            guard let (_, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self) else {
                return ask(path, isOld: false)
            }
            guard let added = interfaces[interface.text] else { return }
            single.forget(path)
            properties[path] = added
            changed(path, added, false)
        case "InterfacesRemoved":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String].self),
                interfaces.contains(interface.text)
            else { return }
            single.forget(path)
            if properties.removeValue(forKey: path) != nil { changed(path, nil, false) }
        default: break
        }
    }

    private func propertiesChanged(_ signal: Message) {
        guard (try? signal.read(String.self)) == interface.text, !single.askAgain(signal.path),
            let before = properties[signal.path]
        else { return }
        guard let changes = PropertyChanges(signal), names.isDisjoint(with: changes.invalidated) else {
            return ask(signal.path, isOld: false)
        }
        let after = before.merging(changes.values) { $1 }
        guard after != before else { return }
        properties[signal.path] = after
        changed(signal.path, after, false)
    }
}

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

// SPDX-License-Identifier: MIT

import SDBus

/// The objects with one interface that an object manager of a program lists, and their properties.
final class ManagedObjects {
    /// An object with all its properties after each change; nil = it is gone. `isOld`: it was there before this process looked.
    typealias Changed = (_ path: String, _ properties: [String: Variant]?, _ isOld: Bool) -> Void

    private let program: SourceProgram
    private let manager: String
    private let interface: String
    private let changed: Changed
    private var slots: [BusSlot] = []
    private var properties: [String: [String: Variant]] = [:]
    private var isOver = false

    init(of program: SourceProgram, at manager: String, _ interface: String, changed: @escaping Changed) {
        (self.program, self.manager, self.interface, self.changed) = (program, manager, interface, changed)
    }

    /// Loads the objects. What changes meanwhile comes first.
    func begin(then failed: @escaping (BusError) -> Void) throws(BusError) {
        slots = [
            try program.bus.onSignal(from: program.owner, path: manager, interface: StandardInterface.objectManager) {
                [unowned self] in objectsChanged($0)
            },
            try program.bus.onSignal(
                from: program.owner, interface: StandardInterface.properties, member: "PropertiesChanged"
            ) { [unowned self] in propertiesChanged($0) },
        ]
        program.call(manager, StandardInterface.objectManager, "GetManagedObjects") { [weak self] reply in
            guard let self, !isOver else { return }
            do throws(BusError) {
                loaded(try reply.get().read([ObjectPath: [String: [String: Variant]]].self))
            } catch {
                failed(error)
            }
        }
    }

    /// Tells each object that is known now, as one that was there before.
    func tellAgain() {
        for (path, known) in properties.sorted(by: { $0.key < $1.key }) { changed(path, known, true) }
    }

    func end() { (isOver, slots) = (true, []) }

    private func loaded(_ objects: [ObjectPath: [String: [String: Variant]]]) {
        for (path, interfaces) in objects.sorted(by: { $0.key.text < $1.key.text }) {
            guard let found = interfaces[interface], properties[path.text] == nil else { continue }
            properties[path.text] = found
            changed(path.text, found, true)
        }
    }

    private func objectsChanged(_ signal: Message) {
        switch signal.member {
        case "InterfacesAdded":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self),
                let added = interfaces[interface]
            else { return }
            properties[path.text] = added
            changed(path.text, added, false)
        case "InterfacesRemoved":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String].self),
                interfaces.contains(interface), properties.removeValue(forKey: path.text) != nil
            else { return }
            changed(path.text, nil, false)
        default: break
        }
    }

    private func propertiesChanged(_ signal: Message) {
        guard let (interface, changes) = try? signal.read(String.self, [String: Variant].self),
            interface == self.interface, let before = properties[signal.path]
        else { return }
        let after = before.merging(changes) { $1 }
        guard after != before else { return }
        properties[signal.path] = after
        changed(signal.path, after, false)
    }
}

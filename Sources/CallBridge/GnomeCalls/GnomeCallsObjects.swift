// SPDX-License-Identifier: MIT

import SDBus

/// The call objects of one life of GNOME Calls.
final class GnomeCallsObjects {
    /// A call object; `isOld`: it was there before this process looked.
    typealias Changed = (_ path: String, _ properties: [String: Variant]?, _ isOld: Bool) -> Void

    private let bus: BusConnection
    private let owner: String
    private let changed: Changed
    private var slots: [BusSlot] = []
    private var properties: [String: [String: Variant]] = [:]
    private var isOver = false

    /// `changed` is called with all properties of an object after each change, with nil when it is gone.
    init(of owner: String, on bus: BusConnection, changed: @escaping Changed) {
        (self.owner, self.bus, self.changed) = (owner, bus, changed)
    }

    /// Loads the objects. What changes meanwhile comes first.
    func begin(then failed: @escaping (BusError) -> Void) throws(BusError) {
        slots = [
            try bus.onSignal(from: owner, path: GnomeCallsName.path, interface: StandardInterface.objectManager) {
                [unowned self] in objectsChanged($0)
            },
            try bus.onSignal(from: owner, interface: StandardInterface.properties, member: "PropertiesChanged") {
                [unowned self] in propertiesChanged($0)
            },
        ]
        let target = CallTarget(
            owner, GnomeCallsName.path, StandardInterface.objectManager, "GetManagedObjects")
        try bus.callAsync(target) { [weak self] reply in
            guard let self, !isOver else { return }
            do throws(BusError) {
                loaded(try reply.get().read([ObjectPath: [String: [String: Variant]]].self))
            } catch {
                failed(error)
            }
        }
    }

    func end() { (isOver, slots) = (true, []) }

    private func loaded(_ objects: [ObjectPath: [String: [String: Variant]]]) {
        for (path, interfaces) in objects.sorted(by: { $0.key.text < $1.key.text }) {
            guard let call = interfaces[GnomeCallsName.call], properties[path.text] == nil else { continue }
            properties[path.text] = call
            changed(path.text, call, true)
        }
    }

    private func objectsChanged(_ signal: Message) {
        switch signal.member {
        case "InterfacesAdded":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self),
                let call = interfaces[GnomeCallsName.call]
            else { return }
            properties[path.text] = call
            changed(path.text, call, false)
        case "InterfacesRemoved":
            guard let (path, interfaces) = try? signal.read(ObjectPath.self, [String].self),
                interfaces.contains(GnomeCallsName.call), properties.removeValue(forKey: path.text) != nil
            else { return }
            changed(path.text, nil, false)
        default: break
        }
    }

    private func propertiesChanged(_ signal: Message) {
        guard let (interface, changes) = try? signal.read(String.self, [String: Variant].self),
            interface == GnomeCallsName.call, let before = properties[signal.path]
        else { return }
        let after = before.merging(changes) { $1 }
        guard after != before else { return }
        properties[signal.path] = after
        changed(signal.path, after, false)
    }
}

// SPDX-License-Identifier: MIT

/// The properties of one interface of an object of a program, as they are now.
package final class RemoteObject {
    /// Empty while no program has the name, and until it has answered.
    package private(set) var properties: [String: Variant] = [:]
    private let program: RemoteName
    private let path: ObjectPath
    private let interface: InterfaceName
    private var changed: () -> Void = {}
    private var slot: BusSlot?
    /// Tells of its changes to this connection alone, after a call of this method.
    private let subscription: MemberName?

    /// `subscription` is the method by which the object tells its changes to a caller; nil = it tells them to
    /// everybody.
    package init(
        _ program: RemoteName, _ path: ObjectPath, _ interface: InterfaceName, subscription: MemberName? = nil
    ) {
        (self.program, self.path, self.interface, self.subscription) = (program, path, interface, subscription)
    }

    /// Follows the properties from now on, and calls `changed` after each change. Call it before the name is followed.
    package func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        let hear: (Message) -> Void = { [unowned self] in heard($0) }
        slot =
            subscription == nil
            ? try program.onSignal(
                path: path, interface: StandardInterface.properties, member: "PropertiesChanged", hear)
            : try program.onUnicastSignal(interface: StandardInterface.properties, hear)
        program.observe { [weak self] in self?.follow($0) }
    }

    private func follow(_ owner: String?) {
        guard owner != nil else {
            properties = [:]
            return changed()
        }
        // First, so that no change is missed.
        if let subscription { program.call(path, interface, subscription) }
        program.call(path, StandardInterface.properties, "GetAll", interface.text) { [weak self] reply in
            if let found = try? reply.get().read([String: Variant].self) { self?.take(found) }
        }
    }

    private func heard(_ signal: Message) {
        guard signal.path == path, signal.member == "PropertiesChanged",
            let (name, values, invalidated) = try? signal.read(String.self, [String: Variant].self, [String].self),
            name == interface.text
        else { return }
        take(values)
        for name in invalidated {
            program.get(name, path, interface) { [weak self] in if let value = $0 { self?.take([name: value]) } }
        }
    }

    private func take(_ values: [String: Variant]) {
        let new = properties.merging(values) { $1 }
        guard new != properties else { return }
        properties = new
        changed()
    }
}

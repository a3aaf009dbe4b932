// SPDX-License-Identifier: MIT

/// The programs whose names begin alike, such as the media players. A signal counts only if one of them has sent it.
package final class RemoteNames {
    private let namespace: String
    private let connection: BusConnection
    /// The unique names of the owners, by their well-known names.
    private var owners: [String: String] = [:]
    private var slots: [BusSlot] = []
    /// More names than this are not followed.
    private static let limit = 64

    /// The name `namespace` and all names that begin with it and a dot.
    package init(below namespace: String, on connection: BusConnection) {
        (self.namespace, self.connection) = (namespace, connection)
    }

    /// Calls `body` with each signal of these programs that matches, until ``end()``. Waits for the bus's matches. Its answers about
    /// the present programs come later, and until then their signals do not count.
    package func begin(
        path: String, interface: String, member: String, _ body: @escaping (Message) -> Void
    ) throws(BusError) {
        slots = [
            try connection.watchNames(below: namespace) { [unowned self] in set($0, $1) },
            try connection.onSignal(path: path, interface: interface, member: member) { [unowned self] signal in
                if owners.values.contains(signal.sender) { body(signal) }
            },
        ]
        try connection.callAsync(.bus("ListNames")) { [weak self] reply in
            if let names = try? reply.get().read([String].self) { self?.find(names) }
        }
    }

    private func find(_ names: [String]) {
        for name in names.filter({ ($0 + ".").hasPrefix(namespace + ".") }).prefix(Self.limit) {
            _ = try? connection.callAsync(.bus("GetNameOwner"), name) { [weak self] reply in
                guard let self, !slots.isEmpty, let owner = try? reply.get().read(String.self) else { return }
                set(name, owner)
            }
        }
    }

    /// Follows them no longer.
    package func end() { (slots, owners) = ([], [:]) }

    private func set(_ name: String, _ owner: String?) {
        if owner == nil || owners[name] != nil || owners.count < Self.limit { owners[name] = owner }
    }
}

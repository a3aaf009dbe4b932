// SPDX-License-Identifier: MIT

/// The programs whose names begin alike, such as the media players. A signal counts only if one of them has sent it.
public final class RemoteNames {
    private let namespace: BusName
    private let connection: BusConnection
    /// The unique names of the owners, by their well-known names.
    private var owners: [String: String] = [:]
    private var slots: [BusSlot] = []
    /// More names than this are not followed.
    private static let limit = 64

    /// The name `namespace` and all names that begin with it and a dot.
    public init(below namespace: BusName, on connection: BusConnection) {
        (self.namespace, self.connection) = (namespace, connection)
    }

    /// Calls `changed` with each name that gets an owner or another one, and with each that has none any more, until
    /// ``end()``. Does not tell the present names. Waits once for the bus.
    public func begin(_ changed: @escaping (_ name: String, _ isThere: Bool) -> Void) throws(BusError) {
        slots = [try connection.watchNames(below: namespace) { changed($0, $1 != nil) }]
    }

    /// Calls `body` with each signal of these programs that matches, and with the unique name of its sender, until
    /// ``end()``. Waits for the bus's matches. Its answers about the present programs come later, and until then their
    /// signals do not count.
    package func begin(
        path: ObjectPath, interface: InterfaceName, member: MemberName,
        _ body: @escaping (_ owner: String, Message) -> Void
    ) throws(BusError) {
        slots = [
            try connection.watchNames(below: namespace) { [unowned self] in set($0, $1) },
            try connection.onSignal(path: path, interface: interface, member: member) { [unowned self] signal in
                let sender = signal.sender
                if owners.values.contains(sender) { body(sender, signal) }
            },
        ]
        try connection.callAsync(.bus("ListNames")) { [weak self] reply in
            if let names = try? reply.get().read([String].self) { self?.find(names) }
        }
    }

    private func find(_ names: [String]) {
        for name in names.filter({ ($0 + ".").hasPrefix(namespace.text + ".") }).prefix(Self.limit) {
            RemoteName(BusName(trusted: name), on: connection).find { [weak self] owner in
                guard let self, !slots.isEmpty, let owner = try? owner.get() else { return }
                set(name, owner)
            }
        }
    }

    /// Follows them no longer.
    public func end() { (slots, owners) = ([], [:]) }

    private func set(_ name: String, _ owner: String?) {
        if owner == nil || owners[name] != nil || owners.count < Self.limit { owners[name] = owner }
    }
}

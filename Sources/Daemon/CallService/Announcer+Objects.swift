// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The standard signals of ObjectManager and Properties, to every subscriber as it may see the object.
extension Announcer {
    func added(_ call: Call) {
        for view in user.subscribers { added(view, view.paths.path(of: call.id), tables.call, CallNode(call, view)) }
    }

    func changed(_ before: Call, _ after: Call) {
        changed(tables.call, { $0.path(of: after.id) }) { (CallNode(before, $0), CallNode(after, $0)) }
    }

    func removed(_ call: Call) {
        for view in user.subscribers { removed(view, view.paths.path(of: call.id), tables.call) }
    }

    func added(_ provider: Provider) {
        for view in user.subscribers {
            added(view, view.paths.path(of: provider.id), tables.provider, ProviderNode(provider, view))
        }
    }

    func changed(_ before: Provider, _ after: Provider) {
        changed(tables.provider, { $0.path(of: after.id) }) { (ProviderNode(before, $0), ProviderNode(after, $0)) }
    }

    func removed(_ provider: Provider) {
        for view in user.subscribers { removed(view, view.paths.path(of: provider.id), tables.provider) }
    }

    func changed(_ before: Audio, _ after: Audio) {
        changed(tables.audio, \.root) { (AudioNode(before, $0), AudioNode(after, $0)) }
    }

    func restate(_ call: Call) { restate(tables.call, { $0.path(of: call.id) }) { CallNode(call, $0) } }

    func restate(_ provider: Provider) {
        restate(tables.provider, { $0.path(of: provider.id) }) { ProviderNode(provider, $0) }
    }

    func restate(_ audio: Audio) { restate(tables.audio, \.root) { AudioNode(audio, $0) } }

    func changed(_ before: ServiceProblems, _ after: ServiceProblems) {
        let hasDirectory = user.domain.hasDirectory
        changed(tables.manager, \.root) {
            (ManagerNode($0, before, hasDirectory: hasDirectory), ManagerNode($0, after, hasDirectory: hasDirectory))
        }
    }

    func changed(hasDirectory: Bool) {
        let problems = user.service.problems
        changed(tables.manager, \.root) {
            (
                ManagerNode($0, problems, hasDirectory: !hasDirectory),
                ManagerNode($0, problems, hasDirectory: hasDirectory)
            )
        }
    }

    private func added<Node>(_ view: View, _ path: ObjectPath, _ interface: Interface<Node>, _ node: Node) {
        bus.announceAdded(interface, node, path: path, manager: view.paths.root, to: view.caller.client.busName)
    }

    private func removed<Node>(_ view: View, _ path: ObjectPath, _ interface: Interface<Node>) {
        bus.announceRemoved(interface, path: path, manager: view.paths.root, to: view.caller.client.busName)
    }

    /// Sends each subscriber one PropertiesChanged with every property that can change.
    private func restate<Node: AnnouncedNode>(
        _ interface: Interface<Node>, _ path: (ObjectPaths) -> ObjectPath, _ node: (View) -> Node
    ) {
        for view in user.subscribers { send(interface.changingProperties, interface, path, of: node(view), to: view) }
    }

    /// Sends each subscriber one PropertiesChanged with all that changed, and none to a subscriber that sees no
    /// difference. The difference is computed once for all views that are equally open, and equally inside or outside a
    /// sandbox.
    private func changed<Node: AnnouncedNode>(
        _ interface: Interface<Node>, _ path: (ObjectPaths) -> ObjectPath,
        _ nodes: (View) -> (before: Node, after: Node)
    ) {
        var differences: [(sight: (Bool, Bool, Bool), properties: [Property<Node>])] = []
        for view in user.subscribers {
            let (before, after) = nodes(view)
            let sight = (before.isOpen, after.isOpen, view.caller.app == nil)
            let known = differences.first { $0.sight == sight }?.properties
            let properties = known ?? interface.changes(from: before, to: after)
            if known == nil { differences.append((sight, properties)) }
            if !properties.isEmpty { send(properties, interface, path, of: after, to: view) }
        }
    }

    private func send<Node>(
        _ properties: [Property<Node>], _ interface: Interface<Node>, _ path: (ObjectPaths) -> ObjectPath,
        of node: Node, to view: View
    ) {
        bus.signal(.propertiesChanged(path(view.paths)), to: view.caller.client.busName) { (writer) throws(BusError) in
            try interface.writeChanges(properties, of: node, into: &writer)
        }
    }
}

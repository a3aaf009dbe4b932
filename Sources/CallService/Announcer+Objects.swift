// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The standard signals of ObjectManager and Properties, to every subscriber as it may see the object.
extension Announcer {
    func added(_ call: Call) {
        for subscriber in user.subscribers {
            let node = CallNode(call, of: user, in: subscriber.tree, for: subscriber.caller, service)
            added(subscriber, path: subscriber.tree.path(of: call.id), service.tables.call, node)
        }
    }

    func changed(_ before: Call, _ after: Call) {
        for subscriber in user.subscribers {
            let (tree, caller) = (subscriber.tree, subscriber.caller)
            changed(
                subscriber, path: tree.path(of: after.id), service.tables.call,
                from: CallNode(before, of: user, in: tree, for: caller, service),
                to: CallNode(after, of: user, in: tree, for: caller, service))
        }
    }

    func added(_ provider: Provider) {
        for subscriber in user.subscribers {
            let node = ProviderNode(provider, of: user, for: subscriber.caller, service)
            added(subscriber, path: subscriber.tree.path(of: provider.id), service.tables.provider, node)
        }
    }

    func changed(_ before: Provider, _ after: Provider) {
        for subscriber in user.subscribers {
            changed(
                subscriber, path: subscriber.tree.path(of: after.id), service.tables.provider,
                from: ProviderNode(before, of: user, for: subscriber.caller, service),
                to: ProviderNode(after, of: user, for: subscriber.caller, service))
        }
    }

    func removed(_ provider: Provider) {
        user.files[provider.id] = nil
        for subscriber in user.subscribers {
            removed(subscriber, path: subscriber.tree.path(of: provider.id), CallManagerName.provider)
        }
    }

    func changed(_ before: Audio, _ after: Audio) {
        for subscriber in user.subscribers {
            changed(
                subscriber, path: subscriber.tree.root, service.tables.audio,
                from: AudioNode(audio: before, user: user, caller: subscriber.caller, service: service),
                to: AudioNode(audio: after, user: user, caller: subscriber.caller, service: service))
        }
    }

    /// What is wrong in the administrator's configuration has changed.
    func problemsChanged(from before: [String]) {
        for subscriber in user.subscribers {
            let (tree, caller) = (subscriber.tree, subscriber.caller)
            let visit = Visit(path: tree.root, user: user, tree: tree, caller: caller, place: .manager)
            changed(
                subscriber, path: tree.root, service.tables.manager,
                from: ManagerNode(visit, service, problems: before),
                to: ManagerNode(visit, service, problems: service.configurationProblems))
        }
    }

    func removed(_ subscriber: Subscriber, path: String, _ interface: String) {
        service.bus.signal(
            to: subscriber.caller.client.name, path: subscriber.tree.root,
            interface: StandardInterface.objectManager, member: "InterfacesRemoved"
        ) { (writer) throws(BusError) in
            try ObjectPath(trusted: path).write(to: &writer)
            try [interface].write(to: &writer)
        }
    }

    private func added<Node>(_ subscriber: Subscriber, path: String, _ interface: Interface<Node>, _ node: Node) {
        service.bus.signal(
            to: subscriber.caller.client.name, path: subscriber.tree.root,
            interface: StandardInterface.objectManager, member: "InterfacesAdded"
        ) { (writer) throws(BusError) in
            try ObjectPath(trusted: path).write(to: &writer)
            try writer.array(of: "{sa{sv}}") { (writer) throws(BusError) in
                try interface.writeEntry(of: node, into: &writer)
            }
        }
    }

    /// One PropertiesChanged for all that changed; none when this subscriber sees no difference.
    private func changed<Node>(
        _ subscriber: Subscriber, path: String, _ interface: Interface<Node>, from before: Node, to after: Node
    ) {
        let changes = interface.changes(from: before, to: after)
        guard !changes.isEmpty else { return }
        service.bus.signal(
            to: subscriber.caller.client.name, path: path, interface: StandardInterface.properties,
            member: "PropertiesChanged"
        ) { (writer) throws(BusError) in
            try interface.writeChanges(changes, of: after, into: &writer)
        }
    }
}

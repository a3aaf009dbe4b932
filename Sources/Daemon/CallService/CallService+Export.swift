// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
package import SDBus

/// The objects on the bus: four tables below one prefix. The path and the caller decide which object a message is
/// about.
extension CallService {
    /// Puts everything on the bus. Request the name afterwards.
    package func export() throws(BusError) {
        bus.afterDispatch = { [unowned self] in deliver() }
        bus.slicedWork = SlicedWork(
            isWaiting: { [unowned self] in hasUndelivered }, concerns: { [unowned self] in isDelivering(to: $0) },
            doSlice: { [unowned self] in deliver() })
        // The end of the service refuses the reports that it has not answered.
        bus.onRefusal = { [log] error, call in
            log(.refused(error, member: call.member, client: call.sender))
        }
        bus.onSendFailure = { [unowned self] error, receiver in
            log(.unsent(error.message))
            // An action that a provider did not get times out.
            if let receiver { endSubscription(of: Client(name: receiver.text)) }
        }
        try bus.onPeerLost { [unowned self] peer in lose(peer) }
        let finder = ObjectFinder(on: bus) { [unowned self] (path, sender) throws(BusError) in
            try find(path, for: sender)
        }
        let tree = try bus.export(
            under: CallManagerName.path, nodes: { [unowned self] _, sender in paths(for: sender) },
            [
                ExportedInterface(tables.manager, finder) { $0.manager },
                ExportedInterface(tables.audio, finder) { $0.manager.map { AudioNode($0.user.domain.audio, $0.view) } },
                ExportedInterface(tables.call, finder) { $0.call },
                ExportedInterface(tables.provider, finder) { $0.provider },
            ])
        // For introspection only: `answerReaders` answers the calls, for each user's objects.
        try tree.addObjectManager(at: CallManagerName.path)
        try answerReaders(finder)
        let limits = policy.limits
        try bus.serve(waitingBytes: limits.waitingBytes, unreadBytes: limits.unreadBytes)
    }

    /// Subscribes every client that reads all properties or all objects: the object manager and the proxies of GLib
    /// call nothing else, and expect to be told of changes.
    private func answerReaders(_ finder: ObjectFinder<FoundObject>) throws(BusError) {
        readers.append(
            try bus.onCall(interface: StandardInterface.properties, member: "GetAll") { [unowned self] call in
                if let found = try? finder.object(of: call) { try? subscribe(found.view) }
                return false
            })
        readers.append(
            try bus.onCall(interface: StandardInterface.objectManager, member: "GetManagedObjects") {
                [unowned self] call in
                guard let manager = try? finder.object(of: call)?.manager else { return false }
                try? subscribe(manager.view)
                call.reply { (writer) throws(BusError) in try writeObjects(for: manager.view, into: &writer) }
                return true
            })
    }

    private func writeObjects(for view: View, into writer: inout MessageWriter) throws(BusError) {
        try writer.array(of: "{oa{sa{sv}}}") { (writer) throws(BusError) in
            for provider in view.user.domain.providers.values {
                let path = view.paths.path(of: provider.id)
                try write(tables.provider, ProviderNode(provider, view), at: path, into: &writer)
            }
            for call in view.user.domain.calls.values {
                try write(tables.call, CallNode(call, view), at: view.paths.path(of: call.id), into: &writer)
            }
        }
    }

    private func write<Node>(
        _ interface: Interface<Node>, _ node: Node, at path: ObjectPath, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.entry(path, contents: "a{sa{sv}}") { (writer) throws(BusError) in
            try writer.array(of: "{sa{sv}}") { (writer) throws(BusError) in
                try interface.writeEntry(of: node, into: &writer)
            }
        }
    }
}

/// A long decision is performed in slices, between which the callers of other users get their turns. The calls of its
/// user wait, so that the signals of a subscriber add up to what it reads.
extension CallService {
    var hasUndelivered: Bool { !outbox.isEmpty }

    /// Whether effects wait that a caller of this uid may see, or those of others must be continued first. Root sees
    /// all users; a modem service sees the user that it serves.
    func isDelivering(to uid: UInt32) -> Bool {
        guard hasUndelivered else { return false }
        if uid == 0 || outbox.hasOvertaken(uid) { return true }
        return outbox.decisions.contains { decision in
            decision.user.uid == uid
                || serving.contains { $1.uid == decision.user.uid && bus.knownPeer($0.name)?.uid == uid }
        }
    }
}

/// The object at a path, as the caller sees it. A class, because sd-bus asks for it once for every property.
final class FoundObject {
    enum Node {
        case manager(ManagerNode)
        case call(CallNode)
        case provider(ProviderNode)
        /// The path could name a call or a provider, but none is there.
        case nothing
    }

    let view: View
    private let node: Node

    init(_ node: Node, _ view: View) {
        self.node = node
        self.view = view
    }

    var manager: ManagerNode? { if case .manager(let node) = node { node } else { nil } }
    var call: CallNode? { if case .call(let node) = node { node } else { nil } }
    var provider: ProviderNode? { if case .provider(let node) = node { node } else { nil } }
}

/// The one place that decides which connection sees which user's objects.
extension CallService {
    /// nil for a path that cannot name an object, or names one that the caller may not know of. Throws for a caller
    /// that cannot be identified.
    func find(_ path: ObjectPath, for sender: String) throws(BusError) -> FoundObject? {
        guard let (uid, place) = ObjectPaths.parse(path), let view = try view(of: uid, for: sender) else { return nil }
        return FoundObject(node(at: place, view), view)
    }

    private func node(at place: ObjectPaths.Place, _ view: View) -> FoundObject.Node {
        switch place {
        // A getter of the domain itself would copy the whole domain.
        case .manager: .manager(ManagerNode(view, problems, hasDirectory: view.user.domain.screenings.hasDirectory))
        case .call(let id): view.user.domain.calls[id].map { .call(CallNode($0, view)) } ?? .nothing
        case .provider(let id): view.user.domain.providers[id].map { .provider(ProviderNode($0, view)) } ?? .nothing
        }
    }

    /// How a connection sees the objects of a user, nil = its own user; nil for a user whose objects it may not see.
    func view(of uid: UInt32?, for sender: String) throws(BusError) -> View? {
        let peer = try identify(sender)
        let client = Client(name: sender)
        guard let uid else {
            let served = serving[client]
            let app = served?.identifier ?? peer.app
            return View(
                user: user(served?.uid ?? peer.uid), paths: .own,
                caller: Caller(
                    client: client, uid: peer.uid, app: app, isAdministrator: false, account: peer.account))
        }
        guard peer.isRoot, let user = existingUser(uid) else { return nil }
        return View(
            user: user, paths: .ofUser(uid),
            caller: Caller(
                client: client, uid: peer.uid, app: nil, isAdministrator: uid != 0, account: peer.account))
    }

    /// The caller, whose process is known.
    func identify(_ sender: String) throws(BusError) -> Peer {
        let peer = try bus.peer(sender)
        _ = try peer.inspected()
        return peer
    }

    /// The paths that a caller sees below the manager.
    func paths(for sender: String) -> [ObjectPath] {
        guard let peer = try? identify(sender) else { return [] }
        let home = serving[Client(name: sender)]?.uid ?? peer.uid
        let own = existingUser(home).map { paths(of: $0, .own) } ?? []
        guard peer.isRoot else { return own }
        return inhabited.reduce(into: own) { all, user in
            let paths = ObjectPaths.ofUser(user.uid)
            all += [paths.root] + self.paths(of: user, paths)
        }
    }

    private func paths(of user: User, _ paths: ObjectPaths) -> [ObjectPath] {
        user.domain.providers.keys.sorted().map { paths.path(of: $0) }
            + user.domain.calls.keys.map { paths.path(of: $0) }
    }
}

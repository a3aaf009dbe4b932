// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The objects on the bus: four tables below one prefix, found by path and by who asks.
extension CallService {
    /// Puts everything on the bus; request the name after it.
    public func export() throws(BusError) {
        bus.afterDispatch = { [unowned self] in deliver() }
        bus.onPeerLost = { [unowned self] name in lose(name) }
        try bus.export(managerInterface, under: CallManagerName.path) { [unowned self] path, sender in
            guard let visit = visit(path, sender), visit.place == .manager else { return nil }
            return ManagerNode(service: self, user: visit.user, tree: visit.tree, caller: visit.caller)
        }
        try bus.export(audioInterface, under: CallManagerName.path) { [unowned self] path, sender in
            guard let visit = visit(path, sender), visit.place == .manager else { return nil }
            return AudioNode(audio: visit.user.domain.audio, user: visit.user, caller: visit.caller, service: self)
        }
        try bus.export(callInterface, under: CallManagerName.path) { [unowned self] path, sender in
            guard let visit = visit(path, sender), case .call(let id) = visit.place,
                let call = visit.user.domain.calls[id]
            else { return nil }
            return CallNode(call, of: visit.user, in: visit.tree, for: visit.caller, self)
        }
        try bus.export(providerInterface, under: CallManagerName.path) { [unowned self] path, sender in
            guard let visit = visit(path, sender), case .provider(let id) = visit.place,
                let provider = visit.user.domain.providers[id]
            else { return nil }
            return ProviderNode(provider, of: visit.user, for: visit.caller, self)
        }
    }

    /// A path, through the eyes of the one who asks.
    struct Visit {
        let user: User
        let tree: ObjectTree
        let caller: Caller
        let place: ObjectTree.Place
    }

    /// nil for a path that names nothing, or nothing that the caller may know of.
    func visit(_ path: String, _ sender: String) -> Visit? {
        guard let (uid, place) = ObjectTree.parse(path), let origin = try? callers.identify(Client(name: sender)) else {
            return nil
        }
        guard let uid else {
            let caller = Caller(client: Client(name: sender), app: origin.app, isAdministrator: false)
            return Visit(user: user(origin.uid), tree: .own, caller: caller, place: place)
        }
        guard origin.uid == 0, let user = existingUser(uid) else { return nil }
        let caller = Caller(client: Client(name: sender), app: nil, isAdministrator: uid != 0)
        return Visit(user: user, tree: .ofUser(uid), caller: caller, place: place)
    }

    /// The paths that a caller can see below the prefix.
    func paths(for sender: String, includingUsers: Bool) -> [String] {
        guard let origin = try? callers.identify(Client(name: sender)) else { return [] }
        var paths = existingUser(origin.uid).map { self.paths(of: $0, in: .own) } ?? []
        guard origin.uid == 0, includingUsers else { return paths }
        for user in inhabited {
            let tree = ObjectTree.ofUser(user.uid)
            paths.append(tree.root)
            paths += self.paths(of: user, in: tree)
        }
        return paths
    }

    private func paths(of user: User, in tree: ObjectTree) -> [String] {
        user.domain.providers.keys.sorted().map { tree.path(of: $0) } + user.domain.calls.keys.map { tree.path(of: $0) }
    }

    /// Sends the caller the changes of the tree that it looks at.
    func subscribe(_ caller: Caller, to tree: ObjectTree, of user: User) throws(BusError) {
        guard !user.subscribers.contains(where: { $0.caller.client == caller.client && $0.tree == tree }) else { return }
        guard user.subscribers.count < user.domain.limits.subscribers else {
            throw CallError(.limitsExceeded, "A user's calls have at most \(user.domain.limits.subscribers) subscribers.").onBus
        }
        user.subscribers.append(Subscriber(caller: caller, tree: tree))
    }

    func unsubscribe(_ caller: Caller, from tree: ObjectTree, of user: User) {
        user.subscribers.removeAll { $0.caller.client == caller.client && $0.tree == tree }
    }
}

// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

/// A path, through the eyes of the one who asks.
struct Visit {
    let path: String
    let user: User
    let tree: ObjectTree
    let caller: Caller
    let place: ObjectTree.Place
}

/// The one place where it is decided whose calls a message is about.
extension CallService {
    /// nil for a path that names nothing, or nothing that the caller may know of. Throws for a caller that nothing is
    /// known of. sd-bus asks once for every table, so the last answer is kept: what a path names to a connection never
    /// changes, only what is there.
    func visit(_ path: String, _ sender: String) throws(BusError) -> Visit? {
        if let lastVisit, lastVisit.path == path, lastVisit.caller.client.name == sender { return lastVisit }
        guard let visit = try firstVisit(path, sender) else { return nil }
        lastVisit = visit
        return visit
    }

    private func firstVisit(_ path: String, _ sender: String) throws(BusError) -> Visit? {
        guard let (uid, place) = ObjectTree.parse(path) else { return nil }
        let client = Client(name: sender)
        let origin = try callers.identify(client)
        guard let uid else {
            let caller = Caller(client: client, uid: origin.uid, app: origin.app, isAdministrator: false)
            return Visit(path: path, user: user(origin.uid), tree: .own, caller: caller, place: place)
        }
        guard origin.uid == 0, let user = existingUser(uid) else { return nil }
        let caller = Caller(client: client, uid: origin.uid, app: nil, isAdministrator: uid != 0)
        return Visit(path: path, user: user, tree: .ofUser(uid), caller: caller, place: place)
    }

    func manager(_ path: String, _ sender: String) throws(BusError) -> ManagerNode? {
        guard let visit = try visit(path, sender), visit.place == .manager else { return nil }
        return ManagerNode(service: self, visit: visit)
    }

    func call(_ path: String, _ sender: String) throws(BusError) -> CallNode? {
        guard let visit = try visit(path, sender), case .call(let id) = visit.place,
            let call = visit.user.domain.calls[id]
        else { return nil }
        return CallNode(call, of: visit.user, in: visit.tree, for: visit.caller, self)
    }

    func provider(_ path: String, _ sender: String) throws(BusError) -> ProviderNode? {
        guard let visit = try visit(path, sender), case .provider(let id) = visit.place,
            let provider = visit.user.domain.providers[id]
        else { return nil }
        return ProviderNode(provider, of: visit.user, for: visit.caller, self)
    }

    /// The paths that a caller can see below the manager.
    func paths(for sender: String) -> [String] {
        guard let origin = try? callers.identify(Client(name: sender)) else { return [] }
        let own = existingUser(origin.uid).map { paths(of: $0, in: .own) } ?? []
        guard origin.uid == 0 else { return own }
        return inhabited.reduce(into: own) { paths, user in
            let tree = ObjectTree.ofUser(user.uid)
            paths += [tree.root] + self.paths(of: user, in: tree)
        }
    }

    private func paths(of user: User, in tree: ObjectTree) -> [String] {
        user.domain.providers.keys.sorted().map { tree.path(of: $0) } + user.domain.calls.keys.map { tree.path(of: $0) }
    }

    /// Sends the caller the changes of the tree that it looks at. Twice is harmless.
    func subscribe(_ visit: Visit) throws(BusError) {
        let limit = visit.user.domain.limits.subscribers
        guard !visit.user.subscribers.contains(where: { $0.is(visit) }) else { return }
        guard visit.user.subscribers.count < limit else {
            throw CallError(.limitsExceeded, "A user's calls have at most \(limit) subscribers.").onBus
        }
        visit.user.subscribers.append(Subscriber(caller: visit.caller, tree: visit.tree))
    }

    func unsubscribe(_ visit: Visit) { visit.user.subscribers.removeAll { $0.is(visit) } }
}

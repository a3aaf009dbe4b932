// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
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
    /// known of. sd-bus asks once for every table, so the last answer is kept: what a path names to a connection changes
    /// only in `serve`.
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
            let app = origin.serves?.identifier ?? origin.app
            let caller = Caller(client: client, uid: origin.uid, app: app, isAdministrator: false)
            return Visit(path: path, user: user(origin.home), tree: .own, caller: caller, place: place)
        }
        guard origin.isRoot, let user = existingUser(uid) else { return nil }
        let caller = Caller(client: client, uid: origin.uid, app: nil, isAdministrator: uid != 0)
        return Visit(path: path, user: user, tree: .ofUser(uid), caller: caller, place: place)
    }

    /// What the manager path will name to a modem service that asks for the domain of another user.
    func visit(serving uid: UInt32, as identifier: String, instead visit: Visit) throws(BusError) -> Visit {
        guard uid != visit.user.uid else { return visit }
        let client = visit.caller.client
        do throws(CallError) {
            let others = existingUser(uid) == nil ? userCount : nil
            let caller = try policy.serving(identifier, visit.caller, newAmong: others)
            let isServing = callers.origin(of: client)?.serves != nil
            guard !isServing, !visit.user.domain.hasRegistrations(of: client) else {
                throw CallError(
                    .unentitled,
                    """
                    This connection belongs to the user \(visit.user.uid), and a connection serves one user. Open another \
                    for those of \(uid).
                    """)
            }
            return Visit(path: visit.path, user: user(uid), tree: .own, caller: caller, place: .manager)
        } catch {
            log(.refused(error.code.rawValue, client: client.name))
            throw error.onBus
        }
    }

    /// From now on the connection finds that user's domain at the manager path. Its subscription goes with it: it is one
    /// to that path, and must not show what is not there any more. Where that user has too many, it is dropped.
    func serve(_ served: Visit, instead visit: Visit) {
        guard served.user !== visit.user else { return }
        callers.serve(served.user.uid, as: served.caller.app ?? "", served.caller.client)
        lastVisit = nil
        guard visit.user.subscribers.contains(where: { $0.is(visit) }) else { return }
        unsubscribe(visit)
        try? subscribe(served)
    }

    func manager(_ path: String, _ sender: String) throws(BusError) -> ManagerNode? {
        guard let visit = try visit(path, sender), visit.place == .manager else { return nil }
        return ManagerNode(visit, self, problems: configurationProblems)
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
        let own = existingUser(origin.home).map { paths(of: $0, in: .own) } ?? []
        guard origin.isRoot else { return own }
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

    /// Sends the connection no more changes, whosever.
    func unsubscribe(_ client: Client) {
        for user in users.values { user.subscribers.removeAll { $0.caller.client == client } }
    }
}

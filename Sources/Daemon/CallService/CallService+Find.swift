// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

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

    /// A connection whose process cannot be inspected is refused: its process may have left a sandbox by ending the
    /// process that opened the connection.
    func identify(_ sender: String) throws(BusError) -> Peer {
        let peer = try bus.peer(sender)
        guard peer.identity != nil else {
            throw .accessDenied("Cannot inspect the calling process; it may have exited.")
        }
        return peer
    }

    /// The view that the manager path will show to a modem service that asks for the domain of another user. The
    /// service enforces that a connection serves one user, because the core of a user does not know the others.
    func view(serving uid: UInt32, as identifier: String, insteadOf view: View) throws(BusError) -> View {
        guard uid != view.user.uid else { return view }
        let client = view.caller.client
        do throws(CallError) {
            let others = existingUser(uid) == nil ? users.count : nil
            let caller = try policy.serving(identifier, view.caller, newAmong: others)
            guard serving[client] == nil, !view.user.domain.hasRegistrations(of: client) else {
                throw CallError(
                    .unentitled,
                    """
                    This connection belongs to the user \(view.user.uid), and a connection serves one user. Open another \
                    for those of \(uid).
                    """)
            }
            return View(user: user(uid), paths: .own, caller: caller)
        } catch {
            throw error.onBus
        }
    }

    /// From now on the connection finds that user's objects at the manager path. Its subscription moves with it,
    /// because the subscription is to that path. If that user has too many subscribers, the subscription is dropped.
    func serve(_ served: View, insteadOf view: View) {
        guard served.user !== view.user else { return }
        serve(ServedUser(uid: served.user.uid, identifier: served.caller.app ?? ""), for: served.caller.client)
        guard view.user.subscribers.contains(where: view.isSame) else { return }
        unsubscribe(view)
        try? subscribe(served)
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

extension Peer {
    /// The app of the sandbox; nil = no sandbox, empty = a sandbox whose app cannot be read.
    var app: String? { identity?.app }

    /// The innermost systemd unit; empty = none.
    var unit: String? { identity?.unit }

    /// The app that pays for what the connection makes the service keep.
    var account: Account { Account(name: "\(uid) \(program)") }
}

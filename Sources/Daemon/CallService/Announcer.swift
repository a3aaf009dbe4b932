// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// Writes the signals of effects. Every signal goes to one connection. Changes no state.
struct Announcer {
    let bus: BusConnection
    let tables: Tables
    let user: User

    func announce(_ effect: Effect) {
        switch effect {
        case .send(let client, let provider, let signal):
            ProviderAnnouncer(bus: bus, client: client, provider: provider).send(signal)
        case .shellIsPrimary(let client, let isPrimary): bus.send(.shellIsPrimary, to: client, isPrimary)
        case .transactionCompleted(let client, let id, let result, let inserted):
            completed(client, id, result, inserted)
        case .startTimer, .cancelTimer, .screened: break
        case .screen(let client, let call): screen(client, call)
        case .directoryChanged(let hasDirectory): changed(hasDirectory: hasDirectory)
        case .callsEnded(let client, let number):
            bus.signal(.manager(.callsEnded), to: client.busName) { (writer) throws(BusError) in
                try user.instance.write(to: &writer)
                try UInt64(number).write(to: &writer)
            }
        case .providerAdded(let provider): added(provider)
        case .providerChanged(let before, let after): changed(before, after)
        case .providerRemoved(let provider): removed(provider)
        case .callAdded(let call): added(call)
        case .callChanged(let before, let after): changed(before, after)
        case .callRemoved(let call): removed(call)
        case .audioChanged(let before, let after): changed(before, after)
        case .providerRestated(let provider): restate(provider)
        case .callRestated(let call): restate(call)
        case .audioRestated(let audio): restate(audio)
        }
    }

    private func completed(_ client: Client, _ id: TransactionID, _ result: TransactionResult, _ inserted: [Action]) {
        bus.send(.transactionCompleted, to: client, id.description, result == .succeeded) {
            (details) throws(BusError) in
            if !inserted.isEmpty { try details.entry(.inserted, variant: inserted.map(\.wire)) }
            guard case .failed(let action, let reason, let call) = result else { return }
            try details.entry(.failedAction, variant: action.rawValue)
            try details.entry(.reason, variant: reason.rawValue)
            if let call { try details.entry(.reasonCall, variant: call.description) }
        }
    }

    private func screen(_ client: Client, _ call: Call) {
        let provider = user.domain.providers[call.provider]
        let handle: WireHandle = call.remoteHandle?.wire ?? .none
        bus.send(.screenCall, to: client, call.id.description, provider?.identifier ?? "", handle) {
            (details) throws(BusError) in
            try details.entry(.hasVideo, variant: call.hasVideo)
            if !call.localizedCallerName.isEmpty {
                try details.entry(.localizedCallerName, variant: call.localizedCallerName)
            }
            if let app = provider?.app, !app.isEmpty { try details.entry(.appID, variant: app) }
        }
    }
}

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

// The nodes of the interface tables: a value, and the view that shows it.

/// A node whose changes are announced. Nodes of the same value that are equally open show the same to all callers in a
/// sandbox, and the same to all others.
protocol AnnouncedNode {
    /// False: the caller is a sandboxed app, and may know only that the object exists and how it stands. Withheld
    /// properties read empty, because one failing property would fail the whole GetAll.
    var isOpen: Bool { get }
}

/// What the administrator should mend.
struct ServiceProblems {
    /// The mistakes in the configuration.
    var configuration: [String] = []
    /// Why the state cannot be kept; empty = it is kept, or need not be.
    var state = ""
    /// Why the state of the last service was lost; empty = it was not.
    var stateLoss = ""
}

/// The manager object.
struct ManagerNode: AnnouncedNode {
    let view: View
    let isOpen: Bool
    /// They do not concern an app in a sandbox.
    let problems: ServiceProblems
    let hasDirectory: Bool

    init(_ view: View, _ problems: ServiceProblems, hasDirectory: Bool) {
        self.view = view
        self.hasDirectory = hasDirectory
        isOpen = view.caller.app == nil
        self.problems = isOpen ? problems : ServiceProblems()
    }

    /// What the administrator should know about the state: first what can still be mended.
    var stateProblem: String {
        guard isOpen else { return "" }
        return [problems.state, problems.stateLoss, user.stateLoss].first { !$0.isEmpty } ?? ""
    }

    var user: User { view.user }
    var caller: Caller { view.caller }
    var limits: Limits { view.limits }
    var service: CallService { view.user.service }
}

/// The audio. An app in a sandbox does not see which other app has it.
struct AudioNode: AnnouncedNode {
    let audio: Audio
    let view: View
    let isOpen: Bool

    init(_ audio: Audio, _ view: View) {
        self.audio = audio
        self.view = view
        isOpen =
            view.caller.app == nil
            || audio.owner.flatMap { view.user.domain.providers[$0.provider] }.map(view.caller.maySeeAll) ?? true
    }

    var alert: Alert {
        switch audio.alert {
        case .silent: view.caller.app == nil ? .silent : audio.isUserTalking ? .callWaiting : .ring
        case .none, .ring, .callWaiting: audio.alert
        }
    }
}

/// A call. A class, because a table hands the node on for every property.
final class CallNode: AnnouncedNode {
    let call: Call
    let view: View
    let isOpen: Bool

    init(_ call: Call, _ view: View) {
        self.call = call
        self.view = view
        isOpen = view.maySeeAll(of: call.provider)
    }

    /// The identifier of its provider.
    var provider: String { text(view.user.domain.providers[call.provider]?.identifier ?? "") }

    func text(_ value: @autoclosure () -> String) -> String { isOpen ? value() : "" }
    func flag(_ value: Bool) -> Bool { isOpen && value }
    func time(_ value: UInt64) -> UInt64 { isOpen ? value : 0 }
}

/// What the directory knows about the other side is shown to programs outside a sandbox only, and to no modem service.
/// A call that the directory silences looks like any other call there.
extension CallNode {
    var identity: CallerIdentity { view.caller.app == nil ? call.identity : CallerIdentity() }
    var silenced: Bool { view.caller.app == nil && call.silenced }
}

/// A provider.
struct ProviderNode: AnnouncedNode {
    let provider: Provider
    let view: View
    let isOpen: Bool

    init(_ provider: Provider, _ view: View) {
        self.provider = provider
        self.view = view
        isOpen = view.caller.maySeeAll(of: provider)
    }

    func text(_ value: @autoclosure () -> String) -> String { isOpen ? value() : "" }
}

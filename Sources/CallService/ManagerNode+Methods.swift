// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// A user and his tree.
typealias UserLine = Fields<UInt32, ObjectPath>
/// A call for people at `busctl`: uuid, object, provider, handle, state.
typealias CallLine = Fields<String, ObjectPath, String, String, String>
/// A provider likewise: identifier, object, name.
typealias ProviderLine = Fields<String, ObjectPath, String>

/// The methods of the manager that are more than one command.
extension ManagerNode {
    @discardableResult
    func command(_ command: Command) throws(BusError) -> Answer {
        try service.command(command, from: caller, of: user)
    }

    func options(_ values: [String: Variant]) -> Options { Options(values, limits) }

    func listUsers() throws(BusError) -> [UserLine] {
        guard try service.callers.identify(caller.client).isRoot else {
            throw .accessDenied("Only uid 0 outside a sandbox may list the users.")
        }
        return service.inhabited.map { Fields($0.uid, ObjectPath(trusted: ObjectTree.ofUser($0.uid).root)) }
    }

    func register(_ identifier: String, _ configuration: [String: Variant]) throws(BusError) -> ObjectPath {
        let options = options(configuration)
        let files = try ProviderFiles(options, limits)
        let provider = try ProviderConfiguration(options)
        let served = try service.visit(serving: options.uid(Key.user) ?? user.uid, as: identifier, instead: visit)
        let answer = try service.command(
            .register(identifier: identifier, provider), from: served.caller, of: served.user)
        guard case .provider(let id) = answer else { throw .failed("The provider was not registered.") }
        service.serve(served, instead: visit)
        served.user.files[id] = files
        return ObjectPath(trusted: served.tree.path(of: id))
    }

    func configure(_ identifier: String, _ configuration: [String: Variant]) throws(BusError) {
        let options = options(configuration)
        let files = try ProviderFiles(options, limits)
        let name = try limits.checked(identifier, "identifier")
        guard try options.uid(Key.user) ?? user.uid == user.uid else {
            throw .invalidArgs("User is said to RegisterProvider, and stays as it is.")
        }
        try command(.configure(identifier: name, try ProviderConfiguration(options)))
        guard let provider = user.domain.providers.values.first(where: { $0.identifier == identifier }) else { return }
        user.files[provider.id] = files
    }

    func reportIncoming(_ provider: String, _ call: String, _ update: [String: Variant]) throws(BusError) {
        let update = try CallUpdate(options(update))
        let provider = try limits.checked(provider, "provider")
        try command(.reportIncoming(provider: provider, try .parse(call, "call"), update))
    }

    func reportExisting(_ provider: String, _ call: String, _ state: [String: Variant]) throws(BusError) {
        let state = try ExistingCall(options(state))
        let provider = try limits.checked(provider, "provider")
        try command(.reportExisting(provider: provider, try .parse(call, "call"), state))
    }

    func reportEnded(_ call: String, _ time: UInt64, _ reason: String) throws(BusError) {
        guard let reason = EndedReason(rawValue: reason) else {
            let words = EndedReason.allCases.filter(\.isReportable).map(\.rawValue).joined(separator: ", ")
            throw .invalidArgs("reason must be one of \(words). An end-call action ends a call from this side.")
        }
        try command(.reportEnded(try .parse(call, "call"), at: time, reason))
    }

    func fulfill(_ action: String, _ details: [String: Variant]) throws(BusError) {
        let options = options(details)
        var time: UInt64 = 0
        for key in [Key.dateStarted, Key.dateConnected, Key.dateEnded] { time = try options.time(key) ?? time }
        try command(.complete(try .parse(action, "action"), .fulfilled(at: time)))
    }

    func listCalls() -> [CallLine] {
        let nodes = user.domain.calls.values.map { CallNode($0, of: user, in: visit.tree, for: caller, service) }
        return nodes.sorted { $0.call.startedAt < $1.call.startedAt }.map { node in
            Fields(
                node.call.id.description, ObjectPath(trusted: visit.tree.path(of: node.call.id)),
                node.text(node.provider?.identifier ?? ""), node.text(node.call.remoteHandle?.value ?? ""),
                node.text(node.call.state.rawValue))
        }
    }

    func listProviders() -> [ProviderLine] {
        user.domain.providers.values.sorted { $0.id < $1.id }.map { provider in
            let node = ProviderNode(provider, of: user, for: caller, service)
            return Fields(
                node.text(provider.identifier), ObjectPath(trusted: visit.tree.path(of: provider.id)),
                node.text(provider.configuration.localizedName))
        }
    }

    func requestStartCall(_ provider: String, _ wire: WireHandle, _ details: [String: Variant]) throws(BusError)
        -> String
    {
        guard let handle = try Handle.parse(wire, "handle", limits) else {
            throw .invalidArgs("handle must say whom to call.")
        }
        let details = try StartCallDetails(options(details))
        let provider = try limits.checked(provider, "provider")
        guard case .chosen(let chosen) = try command(.requestStartCall(provider: provider, handle, details)) else {
            throw .failed("No provider was chosen.")
        }
        return chosen
    }

    func registerShell(_ session: String, _ state: [String: Variant]) throws(BusError) {
        let update = try ShellUpdate(options(state), limits)
        let session = try limits.checked(session, "session")
        // A shell that is refused must not leave the monitor open.
        defer { service.closeSessionsIfUnused() }
        let isActive = try service.watch(session: session, of: user)
        try command(.registerShell(session: session, isActive: isActive, update))
    }
}

extension ProviderFiles {
    /// Only sealed memory is taken: a file on somebody's file system could hang whoever reads it.
    init(_ options: Options, _ limits: Limits) throws(BusError) {
        for (key, part) in [(Key.icon, \ProviderFiles.icon), (Key.ringtone, \ProviderFiles.ringtone)] {
            guard let file = try options.nameOrFile(key)?.file else { continue }
            guard let size = file.sealedSize, size <= limits.fileSize else {
                throw .invalidArgs(
                    "\(key) must be a themed name or a memfd sealed against change, of at most \(limits.fileSize) bytes."
                )
            }
            self[keyPath: part] = file
        }
    }
}

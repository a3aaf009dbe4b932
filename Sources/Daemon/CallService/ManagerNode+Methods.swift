// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// A user, and the path of the manager object that shows its calls.
typealias UserLine = Fields<UInt32, ObjectPath>
/// A call, for people who use `busctl`: UUID, object, provider, handle, state.
typealias CallLine = Fields<String, ObjectPath, String, String, String>
/// A provider, for the same people: identifier, object, name.
typealias ProviderLine = Fields<String, ObjectPath, String>

/// The methods of the manager that are more than one command.
extension ManagerNode {
    func options(_ values: [String: Variant]) -> Options { Options(values, limits) }

    func listUsers() -> [UserLine] {
        service.inhabited.map { Fields($0.uid, ObjectPaths.ofUser($0.uid).root) }
    }

    func register(_ identifier: String, _ configuration: [String: Variant]) throws(BusError) -> ObjectPath {
        let options = options(configuration)
        let files = try ProviderFiles(options, limits)
        let provider = try ProviderConfiguration(options)
        let served = try service.view(serving: options.uint32(.user) ?? user.uid, as: identifier, insteadOf: view)
        guard case .provider(let id) = try served.command(.register(identifier: identifier, provider)) else {
            throw .failed("The provider was not registered.")
        }
        service.serve(served, insteadOf: view)
        served.user.replaceFiles(of: id, by: files)
        return served.paths.path(of: id)
    }

    func configure(_ identifier: String, _ configuration: [String: Variant]) throws(BusError) {
        let options = options(configuration)
        let files = try ProviderFiles(options, limits)
        let name = try limits.checked(identifier, "identifier")
        guard try options.uint32(.user) ?? user.uid == user.uid else {
            throw .invalidArgs("User cannot change; set it in RegisterProvider.")
        }
        try view.command(.configure(identifier: name, try ProviderConfiguration(options)))
        guard let provider = user.domain.providers.values.first(where: { $0.identifier == identifier }) else { return }
        user.replaceFiles(of: provider.id, by: files)
    }

    /// Replies when it is decided whether the call rings.
    func reportIncoming(
        _ provider: String, _ call: String, _ update: [String: Variant], _ reply: PendingReply<>
    ) throws(BusError) {
        let update = try CallUpdate(options(update))
        let provider = try limits.checked(provider, "provider")
        let id = try CallID.parse(call, "call")
        if case .screening = try view.command(.reportIncoming(provider: provider, id, update)) {
            user.keep(reply, about: id)
        } else {
            reply.succeed()
        }
    }

    func answerScreening(_ call: String, _ verdict: String, _ details: [String: Variant]) throws(BusError) {
        let options = options(details)
        let filter = try CallFilter(rejecting: options)
        try view.command(
            .answerScreening(
                try .parse(call, "call"), try .parse(verdict, "verdict"), filter, try Identification(options)))
    }

    func reportExisting(_ provider: String, _ call: String, _ state: [String: Variant]) throws(BusError) {
        let state = try ExistingCall(options(state))
        let provider = try limits.checked(provider, "provider")
        try view.command(.reportExisting(provider: provider, try .parse(call, "call"), state))
    }

    func reportEnded(_ call: String, _ time: UInt64, _ reason: String) throws(BusError) {
        guard let reason = EndedReason(rawValue: reason) else {
            let words = EndedReason.allCases.filter(\.isReportable).map(\.rawValue).joined(separator: ", ")
            throw .invalidArgs("reason must be one of \(words).")
        }
        try view.command(.reportEnded(try .parse(call, "call"), at: time, reason))
    }

    func fulfill(_ action: String, _ details: [String: Variant]) throws(BusError) {
        let options = options(details)
        var time: UInt64 = 0
        for key in [Key.dateStarted, Key.dateConnected, Key.dateEnded] { time = try options.time(key) ?? time }
        try view.command(.complete(try .parse(action, "action"), .fulfilled(at: time)))
    }

    func listCalls() -> [CallLine] {
        let nodes = user.domain.calls.values.map { CallNode($0, view) }
        return nodes.sorted { $0.call.startedAt < $1.call.startedAt }.map { node in
            Fields(
                node.call.id.description, view.paths.path(of: node.call.id),
                node.provider, node.text(node.call.remoteHandle?.value ?? ""),
                node.text(node.call.state.rawValue))
        }
    }

    func listProviders() -> [ProviderLine] {
        user.domain.providers.values.sorted { $0.id < $1.id }.map { provider in
            let node = ProviderNode(provider, view)
            return Fields(
                node.text(provider.identifier), view.paths.path(of: provider.id),
                node.text(provider.configuration.localizedName))
        }
    }

    func requestStartCall(_ provider: String, _ wire: WireHandle, _ details: [String: Variant]) throws(BusError)
        -> String
    {
        guard let handle = try Handle.parse(wire, "handle", limits) else {
            throw .invalidArgs("handle must have a type and a value.")
        }
        let details = try StartCallDetails(options(details))
        let provider = try limits.checked(provider, "provider")
        guard case .chosen(let chosen) = try view.command(.requestStartCall(provider: provider, handle, details)) else {
            throw .failed("No provider was chosen.")
        }
        return chosen
    }

    func registerShell(_ session: String, _ state: [String: Variant]) throws(BusError) {
        let update = try ShellUpdate(options(state), limits)
        let session = try limits.checked(session, "session")
        // A refused shell must not leave the monitor open.
        defer { service.closeSessionsIfUnused() }
        let isActive = try service.watch(session: session, of: user)
        try view.command(.registerShell(session: session, isActive: isActive, update))
    }
}

extension ProviderFiles {
    /// Takes only sealed memory: a file on a client's file system could hang every program that reads it.
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

// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The interface tables.
struct Tables {
    let manager = managerTable()
    let audio = audioTable()
    let call = callTable()
    let provider = providerTable()
}

/// `org.monkeycall.CallManager`, as `dbus/org.monkeycall.CallManager.xml` describes it.
func managerTable() -> Interface<ManagerNode> {
    Interface(
        CallManagerName.manager, refusal: "Only uid 0 outside a sandbox may list the users.",
        general + reports + requests + directory + signals)
}

private var general: [Member<ManagerNode>] {
    [
        .property(.version, emits: .const) { _ in contractVersion },
        .property(.instance, emits: .const) { $0.user.instance },
        .property(.configurationProblems) { $0.problems.configuration },
        .property(.stateProblem) { $0.stateProblem },
        .property(.hasDirectory) { $0.hasDirectory },
        .method(.listUsers, for: .root, returns: ("users", [UserLine].self)) { (node, _) throws(BusError) in
            node.listUsers()
        },
        .method(.listCalls, returns: ("calls", [CallLine].self)) { (node, _) throws(BusError) in node.listCalls() },
        .method(.listProviders, returns: ("providers", [ProviderLine].self)) { (node, _) throws(BusError) in
            node.listProviders()
        },
        .method(.listEndedCalls, returns: ("calls", [[String: Variant]].self)) { (node, _) throws(BusError) in
            node.listEndedCalls()
        },
        .method(.explainCall, takes: ("call", String.self), returns: ("moments", [[String: Variant]].self)) {
            (node, _, call) throws(BusError) in
            try node.explain(call)
        },
        .method(.subscribe) { (node, _) throws(BusError) in try node.service.subscribe(node.view) },
        .method(.unsubscribe) { (node, _) throws(BusError) in node.service.unsubscribe(node.view) },
    ]
}

/// The methods of providers.
private var reports: [Member<ManagerNode>] {
    [
        .method(
            .registerProvider, takes: ("identifier", String.self), ("configuration", [String: Variant].self),
            returns: ("provider", ObjectPath.self)
        ) { (node, _, identifier, configuration) throws(BusError) in
            try node.register(identifier, configuration)
        },
        .method(
            .setProviderConfiguration, takes: ("identifier", String.self), ("configuration", [String: Variant].self)
        ) { (node, _, identifier, configuration) throws(BusError) in
            try node.configure(identifier, configuration)
        },
        .method(.invalidateProvider, takes: ("identifier", String.self)) { (node, _, identifier) throws(BusError) in
            try node.view.command(.invalidate(identifier: try node.limits.checked(identifier, "identifier")))
        },
        .deferredMethod(
            .reportNewIncomingCall, takes: ("provider", String.self), ("call", String.self),
            ("update", [String: Variant].self)
        ) { (node, _, reply, provider, call, update) throws(BusError) in
            try node.reportIncoming(provider, call, update, reply)
        },
        .method(
            .reportExistingCall, takes: ("provider", String.self), ("call", String.self),
            ("state", [String: Variant].self)
        ) { (node, _, provider, call, state) throws(BusError) in
            try node.reportExisting(provider, call, state)
        },
        .method(.reportCallUpdated, takes: ("call", String.self), ("update", [String: Variant].self)) {
            (node, _, call, update) throws(BusError) in
            try node.view.command(.reportUpdated(try .parse(call, "call"), try CallUpdate(node.options(update))))
        },
        .method(
            .reportCallEnded, takes: ("call", String.self), ("ended_at", UInt64.self), ("reason", String.self),
            ("details", [String: Variant].self)
        ) { (node, _, call, time, reason, _) throws(BusError) in
            try node.reportEnded(call, time, reason)
        },
        .method(.reportOutgoingCallStartedConnecting, takes: ("call", String.self), ("at", UInt64.self)) {
            (node, _, call, time) throws(BusError) in
            try node.view.command(.reportConnecting(try .parse(call, "call"), at: time))
        },
        .method(.reportOutgoingCallConnected, takes: ("call", String.self), ("at", UInt64.self)) {
            (node, _, call, time) throws(BusError) in
            try node.view.command(.reportConnected(try .parse(call, "call"), at: time))
        },
        .method(.fulfillAction, takes: ("action", String.self), ("details", [String: Variant].self)) {
            (node, _, action, details) throws(BusError) in
            try node.fulfill(action, details)
        },
        .method(.failAction, takes: ("action", String.self), ("details", [String: Variant].self)) {
            (node, _, action, _) throws(BusError) in
            try node.view.command(.complete(try .parse(action, "action"), .failed))
        },
    ]
}

/// The methods of controllers and shells.
private var requests: [Member<ManagerNode>] {
    [
        .method(
            .requestTransaction, takes: ("actions", [[String: Variant]].self), ("options", [String: Variant].self),
            returns: ("transaction", String.self)
        ) { (node, _, actions, options) throws(BusError) in
            try node.requestTransaction(actions, options)
        }
        // Each action may have texts of its own.
        .upTo(bytes: 128 << 10),
        .deferredMethod(
            .requestStartCall, takes: ("provider", String.self), ("handle", WireHandle.self),
            ("details", [String: Variant].self), returns: ("chosen_provider", String.self)
        ) { (node, _, reply, provider, handle, details) throws(BusError) in
            try node.requestStartCall(provider, handle, details, reply)
        },
        .method(
            .answerStartCall, takes: ("provider", String.self), ("handle", WireHandle.self), ("handled", Bool.self),
            ("details", [String: Variant].self)
        ) { (node, _, provider, handle, isHandled, _) throws(BusError) in
            try node.answerStartCall(provider, handle, isHandled)
        },
        .method(.registerShell, takes: ("session", String.self), ("state", [String: Variant].self)) {
            (node, _, session, state) throws(BusError) in
            try node.registerShell(session, state)
        }
        .upTo(bytes: wishesBytes),
        .method(.setShellState, takes: ("state", [String: Variant].self)) { (node, _, state) throws(BusError) in
            try node.view.command(.setShellState(try ShellUpdate(node.options(state), node.limits)))
        }
        .upTo(bytes: wishesBytes),
    ]
}

/// A shell tells the callers that do-not-disturb lets through, and the routes; a directory the apps that are switched
/// off.
private let wishesBytes = 512 << 10

/// The methods of the user's directory.
private var directory: [Member<ManagerNode>] {
    [
        .method(.registerDirectory, takes: ("state", [String: Variant].self)) { (node, _, state) throws(BusError) in
            try node.view.command(.registerDirectory(try DirectoryUpdate(node.options(state))))
        }
        .upTo(bytes: wishesBytes),
        .method(.setDirectoryState, takes: ("state", [String: Variant].self)) { (node, _, state) throws(BusError) in
            try node.view.command(.setDirectoryState(try DirectoryUpdate(node.options(state))))
        }
        .upTo(bytes: wishesBytes),
        .method(
            .answerScreening, takes: ("call", String.self), ("verdict", String.self),
            ("details", [String: Variant].self)
        ) { (node, _, call, verdict, details) throws(BusError) in
            try node.answerScreening(call, verdict, details)
        },
        .method(.identifyCall, takes: ("call", String.self), ("details", [String: Variant].self)) {
            (node, _, call, details) throws(BusError) in
            try node.view.command(.identify(try .parse(call, "call"), try Identification(node.options(details))))
        },
        .method(
            .takeEndedCalls, takes: ("instance", String.self), ("after", UInt64.self),
            returns: ("present_instance", String.self), ("calls", [[String: Variant]].self)
        ) { (node, _, instance, after) throws(BusError) in
            let calls = try node.endedCalls(after: instance == node.user.instance ? after : 0)
            return (node.user.instance, calls)
        },
    ]
}

private var signals: [Member<ManagerNode>] {
    [
        .signal(.providerDidBegin, provider([])),
        .signal(.providerDidReset, provider([])),
        .signal(.performStartCallAction, perform([("handle", WireHandle.self)])),
        .signal(.performAnswerCallAction, perform([])),
        .signal(.performEndCallAction, perform([])),
        .signal(.performSetHeldCallAction, perform([("on_hold", Bool.self)])),
        .signal(.performSetMutedCallAction, perform([("muted", Bool.self)])),
        .signal(.performSetGroupCallAction, perform([("group_with", String.self)])),
        .signal(.performPlayDTMFCallAction, perform([("digits", String.self), ("type", String.self)])),
        .signal(.timedOutPerformingAction, provider([("action", String.self)])),
        .signal(.didActivateAudioSession, provider([], details: "session")),
        .signal(.didDeactivateAudioSession, provider([], details: "session")),
        .signal(.audioRouteChanged, provider([], details: "session")),
        .signal(.startCallRequested, provider([("handle", WireHandle.self)])),
        .signal(
            .transactionCompleted,
            [("transaction", String.self), ("success", Bool.self), ("details", [String: Variant].self)]),
        .signal(.shellIsPrimary, [("primary", Bool.self), ("details", [String: Variant].self)]),
        .signal(
            .screenCall,
            [
                ("call", String.self), ("provider", String.self), ("handle", WireHandle.self),
                ("details", [String: Variant].self),
            ]),
        .signal(.callsEnded, [("instance", String.self), ("number", UInt64.self)]),
        .signal(.subscriptionEnded, []),
    ]
}

private typealias Argument = (name: String, type: any BusValue.Type)

private func provider(_ arguments: [Argument], details: String = "details") -> [Argument] {
    [("provider", String.self)] + arguments + [(details, [String: Variant].self)]
}

private func perform(_ arguments: [Argument]) -> [Argument] {
    provider([("action", String.self), ("call", String.self)] + arguments)
}

/// The methods of the manager that are more than one command.
extension ManagerNode {
    func options(_ values: [String: Variant]) -> Options { Options(values, limits) }

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

    func requestTransaction(_ actions: [[String: Variant]], _ options: [String: Variant]) throws(BusError) -> String {
        let request = try Request(actions, options, limits)
        let transaction = try view.request(request)
        // An app that starts a call has taken the request, also if it writes the number in another way.
        for item in request.items {
            guard case .start(let start) = item.kind,
                let provider = try? user.domain.answeringProvider(start.provider, from: view.caller)
            else { continue }
            user.startRequests.answer(provider, isHandled: true)
        }
        return transaction
    }

    /// Replies when the app was asked; for a requester that waits, when the app has answered.
    func requestStartCall(
        _ provider: String, _ wire: WireHandle, _ details: [String: Variant], _ reply: PendingReply<String>
    ) throws(BusError) {
        guard let handle = try Handle.parse(wire, "handle", limits) else {
            throw .invalidArgs("handle must have a type and a value.")
        }
        let options = options(details)
        let (details, awaitsAnswer) = (try StartCallDetails(options), try options.bool(.awaitAnswer) ?? false)
        let provider = try limits.checked(provider, "provider")
        guard case .chosen(let chosen) = try view.command(.requestStartCall(provider: provider, handle, details)) else {
            throw .failed("No provider was chosen.")
        }
        let asked = user.domain.providers.values.first { $0.identifier == chosen }
        guard awaitsAnswer, let asked else { return reply.succeed(chosen) }
        user.startRequests.keep(reply, of: asked, handle)
    }

    func answerStartCall(_ provider: String, _ wire: WireHandle, _ isHandled: Bool) throws(BusError) {
        guard let handle = try Handle.parse(wire, "handle", limits) else {
            throw .invalidArgs("handle must have a type and a value.")
        }
        let identifier = try limits.checked(provider, "provider")
        do throws(CallError) {
            let provider = try user.domain.answeringProvider(identifier, from: view.caller)
            user.startRequests.answer(provider, about: handle, isHandled: isHandled)
        } catch {
            throw error.onBus
        }
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

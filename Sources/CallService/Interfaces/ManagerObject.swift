// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager`, as `dbus/org.monkeycall.CallManager.xml` describes it.
func managerTable() -> Interface<ManagerNode> {
    Interface(CallManagerName.manager, general + reports + requests + directory + signals)
}

private var general: [Member<ManagerNode>] {
    [
        .property(.version, emits: .const) { _ in contractVersion },
        .property(.instance, emits: .const) { $0.user.instance },
        .property(.configurationProblems) { $0.problems.configuration },
        .property(.stateProblem) { $0.stateProblem },
        .property(.hasDirectory) { $0.hasDirectory },
        .method(.listUsers, returns: ["users"]) { (node, _) throws(BusError) -> [UserLine] in try node.listUsers() },
        .method(.listCalls, returns: ["calls"]) { (node, _) throws(BusError) -> [CallLine] in node.listCalls() },
        .method(.listProviders, returns: ["providers"]) { (node, _) throws(BusError) -> [ProviderLine] in
            node.listProviders()
        },
        .method(.listEndedCalls, returns: ["calls"]) { (node, _) throws(BusError) -> [[String: Variant]] in
            node.listEndedCalls()
        },
        .method(.explainCall, takes: ["call"], returns: ["moments"]) {
            (node, _, call: String) throws(BusError) -> [[String: Variant]] in
            try node.explain(call)
        },
        .method(.subscribe) { (node, _) throws(BusError) -> Void in try node.service.subscribe(node.view) },
        .method(.unsubscribe) { (node, _) throws(BusError) -> Void in node.service.unsubscribe(node.view) },
    ]
}

/// The methods of providers.
private var reports: [Member<ManagerNode>] {
    [
        .method(.registerProvider, takes: ["identifier", "configuration"], returns: ["provider"]) {
            (node, _, identifier: String, configuration: [String: Variant]) throws(BusError) -> ObjectPath in
            try node.register(identifier, configuration)
        },
        .method(.setProviderConfiguration, takes: ["identifier", "configuration"]) {
            (node, _, identifier: String, configuration: [String: Variant]) throws(BusError) -> Void in
            try node.configure(identifier, configuration)
        },
        .method(.invalidateProvider, takes: ["identifier"]) {
            (node, _, identifier: String) throws(BusError) -> Void in
            try node.view.command(.invalidate(identifier: try node.limits.checked(identifier, "identifier")))
        },
        .deferredMethod(.reportNewIncomingCall, takes: ["provider", "call", "update"]) {
            (node, _, reply, provider: String, call: String, update: [String: Variant]) throws(BusError) -> Void in
            try node.reportIncoming(provider, call, update, reply)
        },
        .method(.reportExistingCall, takes: ["provider", "call", "state"]) {
            (node, _, provider: String, call: String, state: [String: Variant]) throws(BusError) -> Void in
            try node.reportExisting(provider, call, state)
        },
        .method(.reportCallUpdated, takes: ["call", "update"]) {
            (node, _, call: String, update: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.reportUpdated(try .parse(call, "call"), try CallUpdate(node.options(update))))
        },
        .method(.reportCallEnded, takes: ["call", "ended_at", "reason", "details"]) {
            (node, _, call: String, at: UInt64, reason: String, _: [String: Variant]) throws(BusError) -> Void in
            try node.reportEnded(call, at, reason)
        },
        .method(.reportOutgoingCallStartedConnecting, takes: ["call", "at"]) {
            (node, _, call: String, at: UInt64) throws(BusError) -> Void in
            try node.view.command(.reportConnecting(try .parse(call, "call"), at: at))
        },
        .method(.reportOutgoingCallConnected, takes: ["call", "at"]) {
            (node, _, call: String, at: UInt64) throws(BusError) -> Void in
            try node.view.command(.reportConnected(try .parse(call, "call"), at: at))
        },
        .method(.fulfillAction, takes: ["action", "details"]) {
            (node, _, action: String, details: [String: Variant]) throws(BusError) -> Void in
            try node.fulfill(action, details)
        },
        .method(.failAction, takes: ["action", "details"]) {
            (node, _, action: String, _: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.complete(try .parse(action, "action"), .failed))
        },
    ]
}

/// The methods of controllers and shells.
private var requests: [Member<ManagerNode>] {
    [
        .method(.requestTransaction, takes: ["actions", "options"], returns: ["transaction"]) {
            (node, _, actions: [[String: Variant]], options: [String: Variant]) throws(BusError) -> String in
            try node.view.request(try Request(actions, options, node.limits))
        }
        // Each action may have texts of its own.
        .upTo(bytes: 128 << 10),
        .method(.requestStartCall, takes: ["provider", "handle", "details"], returns: ["chosen_provider"]) {
            (node, _, provider: String, handle: WireHandle, details: [String: Variant]) throws(BusError) -> String in
            try node.requestStartCall(provider, handle, details)
        },
        .method(.registerShell, takes: ["session", "state"]) {
            (node, _, session: String, state: [String: Variant]) throws(BusError) -> Void in
            try node.registerShell(session, state)
        }
        .upTo(bytes: shellBytes),
        .method(.setShellState, takes: ["state"]) { (node, _, state: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.setShellState(try ShellUpdate(node.options(state), node.limits)))
        }
        .upTo(bytes: shellBytes),
    ]
}

/// A shell tells the callers that do-not-disturb lets through, and the routes.
private let shellBytes = 512 << 10

/// The methods of the user's directory.
private var directory: [Member<ManagerNode>] {
    [
        .method(.registerDirectory, takes: ["state"]) { (node, _, state: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.registerDirectory(try DirectoryUpdate(node.options(state))))
        },
        .method(.setDirectoryState, takes: ["state"]) { (node, _, state: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.setDirectoryState(try DirectoryUpdate(node.options(state))))
        },
        .method(.answerScreening, takes: ["call", "verdict", "details"]) {
            (node, _, call: String, verdict: String, details: [String: Variant]) throws(BusError) -> Void in
            try node.answerScreening(call, verdict, details)
        },
        .method(.identifyCall, takes: ["call", "details"]) {
            (node, _, call: String, details: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.identify(try .parse(call, "call"), try Identification(node.options(details))))
        },
        .method(.takeEndedCalls, takes: ["instance", "after"], returns: ["present_instance", "calls"]) {
            (node, _, instance: String, after: UInt64) throws(BusError) -> (String, [[String: Variant]]) in
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
    ]
}

private typealias Argument = (name: String, type: any BusValue.Type)

private func provider(_ arguments: [Argument], details: String = "details") -> [Argument] {
    [("provider", String.self)] + arguments + [(details, [String: Variant].self)]
}

private func perform(_ arguments: [Argument]) -> [Argument] {
    provider([("action", String.self), ("call", String.self)] + arguments)
}

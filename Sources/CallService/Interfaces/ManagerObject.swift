// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager`, as `dbus/org.monkeycall.CallManager.xml` describes it.
func managerTable() -> Interface<ManagerNode> {
    Interface(CallManagerName.manager, general + reports + requests + signals)
}

private var general: [Member<ManagerNode>] {
    [
        .property("Version", emits: .const) { _ in contractVersion },
        .property("ConfigurationProblems") { $0.problems },
        .method("ListUsers", returns: ["users"]) { (node, _) throws(BusError) -> [UserLine] in try node.listUsers() },
        .method("ListCalls", returns: ["calls"]) { (node, _) throws(BusError) -> [CallLine] in node.listCalls() },
        .method("ListProviders", returns: ["providers"]) { (node, _) throws(BusError) -> [ProviderLine] in
            node.listProviders()
        },
        .method("ListEndedCalls", returns: ["calls"]) { (node, _) throws(BusError) -> [[String: Variant]] in
            node.listEndedCalls()
        },
        .method("ExplainCall", takes: ["call"], returns: ["moments"]) {
            (node, _, call: String) throws(BusError) -> [[String: Variant]] in
            try node.explain(call)
        },
        .method("Subscribe") { (node, _) throws(BusError) -> Void in try node.service.subscribe(node.view) },
        .method("Unsubscribe") { (node, _) throws(BusError) -> Void in node.service.unsubscribe(node.view) },
    ]
}

/// The methods of providers.
private var reports: [Member<ManagerNode>] {
    [
        .method("RegisterProvider", takes: ["identifier", "configuration"], returns: ["provider"]) {
            (node, _, identifier: String, configuration: [String: Variant]) throws(BusError) -> ObjectPath in
            try node.register(identifier, configuration)
        },
        .method("SetProviderConfiguration", takes: ["identifier", "configuration"]) {
            (node, _, identifier: String, configuration: [String: Variant]) throws(BusError) -> Void in
            try node.configure(identifier, configuration)
        },
        .method("InvalidateProvider", takes: ["identifier"]) {
            (node, _, identifier: String) throws(BusError) -> Void in
            try node.view.command(.invalidate(identifier: try node.limits.checked(identifier, "identifier")))
        },
        .method("ReportNewIncomingCall", takes: ["provider", "call", "update"]) {
            (node, _, provider: String, call: String, update: [String: Variant]) throws(BusError) -> Void in
            try node.reportIncoming(provider, call, update)
        },
        .method("ReportExistingCall", takes: ["provider", "call", "state"]) {
            (node, _, provider: String, call: String, state: [String: Variant]) throws(BusError) -> Void in
            try node.reportExisting(provider, call, state)
        },
        .method("ReportCallUpdated", takes: ["call", "update"]) {
            (node, _, call: String, update: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.reportUpdated(try .parse(call, "call"), try CallUpdate(node.options(update))))
        },
        .method("ReportCallEnded", takes: ["call", "ended_at", "reason", "details"]) {
            (node, _, call: String, at: UInt64, reason: String, _: [String: Variant]) throws(BusError) -> Void in
            try node.reportEnded(call, at, reason)
        },
        .method("ReportOutgoingCallStartedConnecting", takes: ["call", "at"]) {
            (node, _, call: String, at: UInt64) throws(BusError) -> Void in
            try node.view.command(.reportConnecting(try .parse(call, "call"), at: at))
        },
        .method("ReportOutgoingCallConnected", takes: ["call", "at"]) {
            (node, _, call: String, at: UInt64) throws(BusError) -> Void in
            try node.view.command(.reportConnected(try .parse(call, "call"), at: at))
        },
        .method("FulfillAction", takes: ["action", "details"]) {
            (node, _, action: String, details: [String: Variant]) throws(BusError) -> Void in
            try node.fulfill(action, details)
        },
        .method("FailAction", takes: ["action", "details"]) {
            (node, _, action: String, _: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.complete(try .parse(action, "action"), .failed))
        },
    ]
}

/// The methods of controllers and shells.
private var requests: [Member<ManagerNode>] {
    [
        .method("RequestTransaction", takes: ["actions", "options"], returns: ["transaction"]) {
            (node, _, actions: [[String: Variant]], options: [String: Variant]) throws(BusError) -> String in
            try node.view.request(try Request(actions, options, node.limits))
        },
        .method("RequestStartCall", takes: ["provider", "handle", "details"], returns: ["chosen_provider"]) {
            (node, _, provider: String, handle: WireHandle, details: [String: Variant]) throws(BusError) -> String in
            try node.requestStartCall(provider, handle, details)
        },
        .method("RegisterShell", takes: ["session", "state"]) {
            (node, _, session: String, state: [String: Variant]) throws(BusError) -> Void in
            try node.registerShell(session, state)
        },
        .method("SetShellState", takes: ["state"]) { (node, _, state: [String: Variant]) throws(BusError) -> Void in
            try node.view.command(.setShellState(try ShellUpdate(node.options(state), node.limits)))
        },
    ]
}

private var signals: [Member<ManagerNode>] {
    [
        .signal("ProviderDidBegin", provider([])),
        .signal("ProviderDidReset", provider([])),
        .signal("PerformStartCallAction", perform([("handle", WireHandle.self)])),
        .signal("PerformAnswerCallAction", perform([])),
        .signal("PerformEndCallAction", perform([])),
        .signal("PerformSetHeldCallAction", perform([("on_hold", Bool.self)])),
        .signal("PerformSetMutedCallAction", perform([("muted", Bool.self)])),
        .signal("PerformSetGroupCallAction", perform([("group_with", String.self)])),
        .signal("PerformPlayDTMFCallAction", perform([("digits", String.self), ("type", String.self)])),
        .signal("TimedOutPerformingAction", provider([("action", String.self)])),
        .signal("DidActivateAudioSession", provider([], details: "session")),
        .signal("DidDeactivateAudioSession", provider([], details: "session")),
        .signal("AudioRouteChanged", provider([], details: "session")),
        .signal("StartCallRequested", provider([("handle", WireHandle.self)])),
        .signal(
            "TransactionCompleted",
            [("transaction", String.self), ("success", Bool.self), ("details", [String: Variant].self)]),
        .signal("ShellIsPrimary", [("primary", Bool.self), ("details", [String: Variant].self)]),
    ]
}

private typealias Argument = (name: String, type: any BusValue.Type)

private func provider(_ arguments: [Argument], details: String = "details") -> [Argument] {
    [("provider", String.self)] + arguments + [(details, [String: Variant].self)]
}

private func perform(_ arguments: [Argument]) -> [Argument] {
    provider([("action", String.self), ("call", String.self)] + arguments)
}

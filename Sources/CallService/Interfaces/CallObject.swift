// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Call`, as `dbus/org.monkeycall.CallManager.Call.xml` describes it.
func callTable() -> Interface<CallNode> {
    Interface(
        CallManagerName.call,
        [
            .property("UUID", emits: .const) { $0.call.id.description },
            .property("Provider", emits: .const) { node in node.text(node.provider?.identifier ?? "") },
            .property("ProviderObject", emits: .const) { node in
                ObjectPath(trusted: node.isOpen ? node.view.paths.path(of: node.call.provider) : "/")
            },
            .property("ProviderName") { node in node.text(node.call.providerName) },
            .property("RemoteHandle") { node in node.isOpen ? node.call.remoteHandle?.wire ?? .none : .none },
            .property("LocalizedCallerName") { node in node.text(node.call.localizedCallerName) },
            .property("ContactIdentifier") { node in node.text(node.call.contactIdentifier) },
            .property("Outgoing", emits: .const) { $0.call.outgoing },
            .property("OnHold") { $0.call.onHold },
            .property("HasConnected") { $0.call.hasConnected },
            .property("HasEnded") { $0.call.hasEnded },
            .property("Muted") { node in node.flag(node.call.muted) },
            .property("HasVideo") { node in node.flag(node.call.hasVideo) },
            .property("State") { node in node.text(node.call.state.rawValue) },
            .id("Group") { node in node.isOpen ? node.call.group : nil },
            .property("HasAudio") { node in node.flag(node.call.hasAudio) },
            .property("Emergency") { node in node.flag(node.call.emergency) },
            .property("Silenced") { node in node.flag(node.call.silenced) },
            .property("SupportsHolding") { node in node.flag(node.call.supports.holding) },
            .property("SupportsGrouping") { node in node.flag(node.call.supports.grouping) },
            .property("SupportsUngrouping") { node in node.flag(node.call.supports.ungrouping) },
            .property("SupportsDTMF") { node in node.flag(node.call.supports.dtmf) },
            .property("StartedAt") { node in node.time(node.call.startedAt) },
            .property("ConnectingAt") { node in node.time(node.call.connectingAt) },
            .property("ConnectedAt") { node in node.time(node.call.connectedAt) },
            .property("EndedAt") { node in node.time(node.call.endedAt) },
            .property("EndedReason") { node in node.text(node.call.endedReason?.rawValue ?? "") },
            .property("Reason") { node in node.text(node.call.reason?.rawValue ?? "") },
            .id("ReasonCall") { node in node.isOpen ? node.call.reasonCall : nil },
            .id("HeldFor") { node in node.isOpen ? node.call.heldFor : nil },
            .property("PendingAction") { node in node.text(node.call.currentAction?.word.rawValue ?? "") },
            .property("AllowedActions", comparing: { $0.allowedActions }) { node in node.allowedActions.map(\.rawValue)
            },
            .method("Answer", returns: ["transaction"]) { (node, _) throws(BusError) -> String in
                try node.request(.answer)
            },
            .method("End", returns: ["transaction"]) { (node, _) throws(BusError) -> String in try node.request(.end) },
            .method("SetHeld", takes: ["on_hold"], returns: ["transaction"]) {
                (node, _, onHold: Bool) throws(BusError) -> String in
                try node.request(.setHeld(onHold))
            },
            .method("SetMuted", takes: ["muted"], returns: ["transaction"]) {
                (node, _, muted: Bool) throws(BusError) -> String in
                try node.request(.setMuted(muted))
            },
            .method("SetGroup", takes: ["group_with"], returns: ["transaction"]) {
                (node, _, other: String) throws(BusError) -> String in
                try node.request(.setGroup(with: other.isEmpty ? nil : try ID.parse(other, "group_with")))
            },
            .method("PlayDTMF", takes: ["digits"], returns: ["transaction"]) {
                (node, _, digits: String) throws(BusError) -> String in
                let tones = try Request.Item.tones(digits, node.view.limits)
                return try node.request(.playDTMF(digits: tones, .singleTone))
            },
            .method("Silence") { (node, _) throws(BusError) -> Void in
                try node.view.command(.silence(node.call.id))
            },
        ])
}

extension CallNode {
    var allowedActions: [ActionWord] { isOpen ? call.allowedActions : [] }

    /// Asks for one action on this call. Returns the id of the transaction that performs it.
    func request(_ kind: ActionKind) throws(BusError) -> String {
        try view.request(Request([Request.Item(call: call.id, kind: kind)]))
    }
}

extension Member {
    /// A property with the id of a call or of a group; empty = none.
    static func id<Kind>(_ name: String, _ id: @escaping (Node) -> ID<Kind>?) -> Member {
        property(name, comparing: id) { node in id(node)?.description ?? "" }
    }
}

// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Call`, as `dbus/org.monkeycall.CallManager.Call.xml` describes it.
func callTable() -> Interface<CallNode> {
    Interface(
        CallManagerName.call,
        [
            .property(.uuid, emits: .const) { $0.call.id.description },
            .property(.provider, emits: .const) { $0.provider },
            .property(.providerObject, emits: .const) { node in
                node.isOpen ? node.view.paths.path(of: node.call.provider) : ObjectPath(trusted: "/")
            },
            .property(.providerName) { node in node.text(node.call.providerName) },
            .property(.remoteHandle) { node in node.isOpen ? node.call.remoteHandle?.wire ?? .none : .none },
            .property(.localizedCallerName) { node in node.text(node.call.localizedCallerName) },
            .property(.displayName) { $0.identity.displayName },
            .property(.displayNameSource) { $0.identity.displayNameSource },
            .property(.label) { $0.identity.label },
            .property(.relation) { $0.identity.relation?.rawValue ?? "" },
            .property(.contactIdentifier) { node in node.text(node.call.contactIdentifier) },
            .property(.outgoing, emits: .const) { $0.call.outgoing },
            .property(.onHold) { $0.call.onHold },
            .property(.hasConnected) { $0.call.hasConnected },
            .property(.hasEnded) { $0.call.hasEnded },
            .property(.muted) { node in node.flag(node.call.muted) },
            .property(.remoteOnHold) { node in node.flag(node.call.remoteOnHold) },
            .property(.encrypted) { node in node.flag(node.call.encrypted) },
            .property(.externalID) { node in node.text(node.call.externalID) },
            .property(.localMember) { $0.members?.local?.wire ?? .none },
            .property(.members, comparing: { $0.members?.all }) { $0.members?.all.map(\.wire) ?? [] },
            .property(.activeMembers, comparing: { $0.members?.active }) { $0.members?.active.map(\.wire) ?? [] },
            .property(.hasVideo) { node in node.flag(node.call.hasVideo) },
            .property(.state) { node in node.text(node.call.state.rawValue) },
            .id(.group) { node in node.isOpen ? node.call.group : nil },
            .property(.hasAudio) { node in node.flag(node.call.hasAudio) },
            .property(.emergency) { node in node.flag(node.call.emergency) },
            .property(.includesInRecents) { node in node.flag(node.call.isInRecents) },
            .property(.silenced) { $0.silenced },
            .property(.supportsHolding) { node in node.flag(node.call.supports.holding) },
            .property(.holdRefused) { node in node.flag(node.call.holdRefused) },
            .property(.supportsGrouping) { node in node.flag(node.call.supports.grouping) },
            .property(.supportsUngrouping) { node in node.flag(node.call.supports.ungrouping) },
            .property(.supportsDTMF) { node in node.flag(node.call.supports.dtmf) },
            .property(.supportsAnswering) { node in node.flag(node.call.supports.answering) },
            .property(.supportsEnding) { node in node.flag(node.call.supports.ending) },
            .property(.supportsMuting) { node in node.flag(node.call.supports.muting) },
            .property(.streamProcess) { node in node.isOpen ? node.call.streamProcess : 0 },
            .property(.observed, emits: .const) { node in node.flag(node.call.isObserved) },
            .property(.startedAt) { node in node.time(node.call.startedAt) },
            .property(.connectingAt) { node in node.time(node.call.connectingAt) },
            .property(.connectedAt) { node in node.time(node.call.connectedAt) },
            .property(.endedAt) { node in node.time(node.call.endedAt) },
            .property(.endedReason) { node in node.text(node.call.endedReason?.rawValue ?? "") },
            .property(.reason) { node in node.text(node.call.reason?.rawValue ?? "") },
            .id(.reasonCall) { node in node.isOpen ? node.call.reasonCall : nil },
            .id(.heldFor) { node in node.isOpen ? node.call.heldFor : nil },
            .property(.pendingAction) { node in node.text(node.call.currentAction?.word.rawValue ?? "") },
            .property(.allowedActions, comparing: { $0.allowedActions }) { node in node.allowedActions.map(\.rawValue)
            },
            .method(.answer, returns: ("transaction", String.self)) { (node, _) throws(BusError) in
                try node.request(.answer)
            },
            .method(.end, returns: ("transaction", String.self)) { (node, _) throws(BusError) in
                try node.request(.end)
            },
            .method(.decline, returns: ("transaction", String.self)) { (node, _) throws(BusError) in
                try node.request(.end, onlyIfRinging: true)
            },
            .method(.setHeld, takes: ("on_hold", Bool.self), returns: ("transaction", String.self)) {
                (node, _, onHold) throws(BusError) in
                try node.request(.setHeld(onHold))
            },
            .method(.setMuted, takes: ("muted", Bool.self), returns: ("transaction", String.self)) {
                (node, _, muted) throws(BusError) in
                try node.request(.setMuted(muted))
            },
            .method(.setGroup, takes: ("group_with", String.self), returns: ("transaction", String.self)) {
                (node, _, other) throws(BusError) in
                try node.request(.setGroup(with: other.isEmpty ? nil : try ID.parse(other, "group_with")))
            },
            .method(.playDTMF, takes: ("digits", String.self), returns: ("transaction", String.self)) {
                (node, _, digits) throws(BusError) in
                let tones = try node.view.limits.tones(digits)
                return try node.request(.playDTMF(digits: tones, .singleTone))
            },
            .method(.silence) { (node, _) throws(BusError) in try node.view.command(.silence(node.call.id)) },
        ])
}

extension CallNode {
    var allowedActions: [ActionWord] { isOpen ? call.allowedActions : [] }

    var members: CallMembers? { isOpen ? call.members : nil }

    /// Asks for one action on this call. Returns the id of the transaction that performs it.
    func request(_ kind: ActionKind, onlyIfRinging: Bool = false) throws(BusError) -> String {
        try view.request(Request([Request.Item(call: call.id, kind: kind, onlyIfRinging: onlyIfRinging)]))
    }
}

extension Member {
    /// A property with the id of a call or of a group; empty = none.
    static func id<Kind>(_ key: Key, _ id: @escaping (Node) -> ID<Kind>?) -> Member {
        property(key, comparing: id) { node in id(node)?.description ?? "" }
    }
}

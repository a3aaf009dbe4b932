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
            .property(.formatted) { $0.identity.formatted },
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
            .property(.postDial) { node in node.text(node.call.postDial) },
            .property(.includesInRecents) { node in node.flag(node.call.isInRecents) },
            .property(.silenced) { $0.silenced },
            .property(.supportsHolding) { node in node.flag(node.call.supports.holding) },
            .property(.holdRefused) { node in node.flag(node.call.holdRefused) },
            .property(.supportsGrouping) { node in node.flag(node.call.supports.grouping) },
            .property(.supportsUngrouping) { node in node.flag(node.call.supports.ungrouping) },
            .property(.supportsDTMF) { node in node.flag(node.call.supports.dtmf) },
            .property(.supportsResuming) { node in node.flag(node.call.supports.resuming) },
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

/// `org.monkeycall.CallManager.Provider`, as `dbus/org.monkeycall.CallManager.Provider.xml` describes it.
func providerTable() -> Interface<ProviderNode> {
    Interface(
        CallManagerName.provider,
        [
            .property(.identifier, emits: .const) { node in node.text(node.provider.identifier) },
            .property(.busName, emits: .const) { node in node.text(node.provider.client.name) },
            .property(.processID, emits: .const) { node in node.isOpen ? node.peer?.pid ?? 0 : 0 },
            .property(.appID, emits: .const) { node in node.text(node.peer?.app ?? "") },
            .property(.unit, emits: .const) { node in node.text(node.peer?.unit ?? "") },
            .property(.providerClass, emits: .const) { node in node.text(node.provider.providerClass.rawValue) },
            .property(.localizedName) { node in node.text(node.provider.configuration.localizedName) },
            .property(.icon) { node in node.text(node.provider.configuration.icon) },
            .property(.ringtone) { node in node.text(node.provider.configuration.ringtone) },
            .property(.maximumCallGroups) { node in node.number(node.provider.configuration.maximumCallGroups) },
            .property(.maximumCallsPerCallGroup) { node in
                node.number(node.provider.configuration.maximumCallsPerCallGroup)
            },
            .property(.supportedHandleTypes) { node in
                node.isOpen ? node.provider.configuration.supportedHandleTypes.map(\.rawValue) : []
            },
            .property(.supportsVideo) { node in node.isOpen && node.provider.configuration.supportsVideo },
            .property(.includesCallsInRecents) { node in
                node.isOpen && node.provider.configuration.includesCallsInRecents
            },
            .property(.holdsImplicitly) { node in
                node.isOpen && node.provider.configuration.holdsImplicitly == true
            },
            .property(.emergencyNumbers) { node in
                node.isOpen ? node.provider.configuration.emergencyNumbers : []
            },
            .property(.desktopEntry) { node in node.text(node.provider.configuration.desktopEntry) },
            .method(.openIcon, returns: ("icon", BusFile.self)) { (node, _) throws(BusError) in
                try node.file(\.icon, "an icon file")
            },
            .method(.openRingtone, returns: ("ringtone", BusFile.self)) { (node, _) throws(BusError) in
                try node.file(\.ringtone, "a ringtone file")
            },
        ])
}

extension ProviderNode {
    var peer: Peer? { view.user.service.bus.knownPeer(provider.client.name) }

    func number(_ value: Int) -> UInt32 { isOpen ? UInt32(clamping: value) : 0 }

    func file(_ part: (ProviderFiles) -> BusFile?, _ what: String) throws(BusError) -> BusFile {
        guard isOpen, let file = view.user.files[provider.id].flatMap(part) else {
            throw BusError(
                name: StandardErrorName.fileNotFound,
                message: "The provider has not handed over \(what). Its properties may have a themed name instead.")
        }
        return file
    }
}

/// `org.monkeycall.CallManager.Audio`, as `dbus/org.monkeycall.CallManager.Audio.xml` describes it.
func audioTable() -> Interface<AudioNode> {
    Interface(
        CallManagerName.audio,
        [
            .id(.ownerGroup) { node in node.audio.owner?.group },
            .property(.ownerCalls, comparing: { $0.audio.owner?.calls ?? [] }) { node in
                node.audio.owner?.calls.map(\.description) ?? []
            },
            .property(.ownerProvider) { node in node.isOpen ? node.audio.owner?.identifier ?? "" : "" },
            .property(.since) { node in node.isOpen ? node.audio.owner?.since ?? 0 : 0 },
            .property(.reason) { node in node.isOpen ? node.audio.owner?.reason?.rawValue ?? "" : "" },
            .property(.waiting, emits: .invalidates, comparing: { $0.audio.waiting }) { node in
                node.audio.waiting.map(\.description)
            },
            .property(.alert) { $0.alert.rawValue },
            .property(.alertCalls, emits: .invalidates, comparing: { $0.audio.alertRevision }) { node in
                node.view.user.domain.alertCalls.map(\.description)
            },
            .property(.hasShell) { node in node.audio.hasShell },
            .property(.routes, comparing: { $0.audio.routes }) { node in node.audio.routes.map(\.wire) },
            .property(.route) { node in node.audio.route },
            .property(.requestedRoute) { node in node.audio.requestedRoute },
            .method(.setRoute, takes: ("route", String.self)) { (node, _, route) throws(BusError) in
                try node.view.command(.setRoute(try node.view.limits.checked(route, "route")))
            },
            .method(.silenceAlert, takes: ("call", String.self)) { (node, _, call) throws(BusError) in
                let id: CallID? = call.isEmpty ? nil : try ID.parse(call, "call")
                try node.view.command(.silence(id))
            },
        ])
}

/// A user, and the path of the manager object that shows its calls.
typealias UserLine = Fields<UInt32, ObjectPath>
/// A call, for people who use `busctl`: UUID, object, provider, handle, state.
typealias CallLine = Fields<String, ObjectPath, String, String, String>
/// A provider, for the same people: identifier, object, name.
typealias ProviderLine = Fields<String, ObjectPath, String>

/// The lists of the manager, and the stories of calls, also of calls that have ended.
extension ManagerNode {
    func listUsers() -> [UserLine] {
        service.inhabited.map { Fields($0.uid, ObjectPaths.ofUser($0.uid).root) }
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

    /// The moments of a call, oldest first. The first one also has the properties that tell which call it is.
    func explain(_ call: String) throws(BusError) -> [[String: Variant]] {
        let id = try CallID.parse(call, "call")
        // A call of another app is as unknown as a call that never existed.
        let ended = user.domain.endedCall(id)
        guard let call = user.domain.calls[id] ?? ended?.call, let story = user.domain.story(of: id) ?? ended?.story,
            !story.moments.isEmpty, caller.maySee(story)
        else {
            throw CallError(
                .unknownCall,
                "There is no call \(id), and it is not among the last \(limits.endedStories) calls that ended."
            ).onBus
        }
        var moments = story.moments.map(\.wire)
        if story.omitted > 0, moments.count > Story.kept {
            moments[Story.kept][.omitted] = .uint32(UInt32(clamping: story.omitted))
        }
        moments[0].merge(call.summary(in: story)) { moment, _ in moment }
        return moments
    }

    /// The ended calls that can be explained; the call that ended last comes last.
    func listEndedCalls() -> [[String: Variant]] {
        user.domain.recentlyEnded.filter { caller.maySee($0.story) }.map(\.wire)
    }

    /// The ended calls with a number above this one, for the directory.
    func endedCalls(after number: UInt64) throws(BusError) -> [[String: Variant]] {
        do throws(CallError) {
            return try user.domain.endedCalls(after: number, for: caller).map { number, ended in
                ended.wire.merging(ended.historyWire(number)) { $1 }
            }
        } catch { throw error.onBus }
    }
}

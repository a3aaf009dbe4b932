// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Audio`, as `dbus/org.monkeycall.CallManager.Audio.xml` describes it.
func audioTable() -> Interface<AudioNode> {
    Interface(
        CallManagerName.audio,
        [
            .property(.ownerGroup) { node in node.audio.owner.map { $0.group.description } ?? "" },
            .property(.ownerCalls) { node in node.audio.owner.map { $0.calls.map(\.description) } ?? [] },
            .property(.ownerProvider) { node in node.isOpen ? node.audio.owner?.identifier ?? "" : "" },
            .property(.since) { node in node.isOpen ? node.audio.owner?.since ?? 0 : 0 },
            .property(.reason) { node in node.isOpen ? node.audio.owner?.reason?.rawValue ?? "" : "" },
            .property(.waiting, emits: .invalidates) { node in node.audio.waiting.map(\.description) },
            .property(.alert) { node in node.audio.alert.rawValue },
            .property(.alertCalls, emits: .invalidates, comparing: \.audio.alertRevision) { node in
                node.user.domain.alertCalls.map(\.description)
            },
            .property(.hasShell) { node in node.audio.hasShell },
            .property(.routes) { node in node.audio.routes.map(\.wire) },
            .property(.route) { node in node.audio.route },
            .property(.requestedRoute) { node in node.audio.requestedRoute },
            .method("SetRoute", takes: ["route"]) { (node, _, route: String) throws(BusError) -> Void in
                let route = try node.limits.checked(route, "route")
                _ = try node.service.command(.setRoute(route), from: node.caller, of: node.user)
            },
            .method("SilenceAlert", takes: ["call"]) { (node, _, call: String) throws(BusError) -> Void in
                let id: CallID? = call.isEmpty ? nil : try ID.parse(call, "call")
                _ = try node.service.command(.silence(id), from: node.caller, of: node.user)
            },
        ])
}

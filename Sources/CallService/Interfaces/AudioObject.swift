// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Audio`, as `dbus/org.monkeycall.CallManager.Audio.xml` describes it.
func audioTable() -> Interface<AudioNode> {
    Interface(
        CallManagerName.audio,
        [
            .property("OwnerGroup") { node in node.audio.owner.map { $0.group.description } ?? "" },
            .property("OwnerCalls") { node in node.audio.owner.map { $0.calls.map(\.description) } ?? [] },
            .property("OwnerProvider") { node in node.isOpen ? node.audio.owner?.identifier ?? "" : "" },
            .property("Since") { node in node.isOpen ? node.audio.owner?.since ?? 0 : 0 },
            .property("Reason") { node in node.isOpen ? node.audio.owner?.reason?.rawValue ?? "" : "" },
            .property("Waiting", emits: .invalidates) { node in node.audio.waiting.map(\.description) },
            .property("Alert") { node in node.audio.alert.rawValue },
            .property("AlertCalls", emits: .invalidates, comparing: \.audio.alertRevision) { node in
                node.user.domain.alertCalls.map(\.description)
            },
            .property("HasShell") { node in node.audio.hasShell },
            .property("Routes") { node in node.audio.routes.map(\.wire) },
            .property("Route") { node in node.audio.route },
            .property("RequestedRoute") { node in node.audio.requestedRoute },
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

extension Route {
    var wire: [String: Variant] {
        [
            Key.name: .string(id), Key.localizedName: .string(name), Key.kind: .string(kind),
            Key.available: .bool(isAvailable),
        ]
    }
}

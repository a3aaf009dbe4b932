// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// `org.monkeycall.CallManager.Audio`, as `dbus/org.monkeycall.CallManager.Audio.xml` describes it.
func audioTable() -> Interface<AudioNode> {
    Interface(
        CallManagerName.audio,
        [
            .id("OwnerGroup") { node in node.audio.owner?.group },
            .property("OwnerCalls", comparing: { $0.audio.owner?.calls ?? [] }) { node in
                node.audio.owner?.calls.map(\.description) ?? []
            },
            .property("OwnerProvider") { node in node.isOpen ? node.audio.owner?.identifier ?? "" : "" },
            .property("Since") { node in node.isOpen ? node.audio.owner?.since ?? 0 : 0 },
            .property("Reason") { node in node.isOpen ? node.audio.owner?.reason?.rawValue ?? "" : "" },
            .property("Waiting", emits: .invalidates, comparing: { $0.audio.waiting }) { node in
                node.audio.waiting.map(\.description)
            },
            .property("Alert") { node in node.audio.alert.rawValue },
            .property("AlertCalls", emits: .invalidates, comparing: { $0.audio.alertRevision }) { node in
                node.view.user.domain.alertCalls.map(\.description)
            },
            .property("HasShell") { node in node.audio.hasShell },
            .property("Routes", comparing: { $0.audio.routes }) { node in node.audio.routes.map(\.wire) },
            .property("Route") { node in node.audio.route },
            .property("RequestedRoute") { node in node.audio.requestedRoute },
            .method("SetRoute", takes: ["route"]) { (node, _, route: String) throws(BusError) -> Void in
                try node.view.command(.setRoute(try node.view.limits.checked(route, "route")))
            },
            .method("SilenceAlert", takes: ["call"]) { (node, _, call: String) throws(BusError) -> Void in
                let id: CallID? = call.isEmpty ? nil : try ID.parse(call, "call")
                try node.view.command(.silence(id))
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

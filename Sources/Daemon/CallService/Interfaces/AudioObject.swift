// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

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

// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import ConfigurationText
import SDBus

/// The values of the properties of `org.monkeycall.Agent.Calls`. An app in a sandbox sees those without calls.
struct ShownCalls: Hashable {
    /// The first one is the most important one.
    var calls: [ShownCall] = []
    var isLocked = false
    var route = ""
    var routes: [Route] = []

    init() {}

    init(_ state: DesktopState) {
        let shown = state.index.shown.compactMap { ShownCall($0, in: state) }
        calls = ShownCall.Importance.allCases.flatMap { importance in shown.filter { $0.importance == importance } }
        isLocked = state.isLocked
        guard state.rules.allowsMore, !calls.isEmpty else { return }
        (route, routes) = (state.audio.route, state.audio.routes)
    }
}

/// A call as a surface shows it: that of its notification.
struct ShownCall: Hashable {
    let banner: Banner
    let call: CallRecord

    /// Nil for a call that the user cannot act on.
    init?(_ call: CallRecord, in state: DesktopState) {
        // A surface blocks no caller: that is a matter of the notification and of the history.
        guard let banner = Banner(call, in: state, canBlock: false) else { return nil }
        (self.banner, self.call) = (banner, call)
    }

    /// In the order of `Calls`. The window has another order on purpose (`CallScreen`): there a call that talks stays
    /// in front, with its controls, and one that rings is above it.
    enum Importance: CaseIterable {
        case urgent, ringing, talking, held
    }

    var importance: Importance {
        if banner.isUrgent { return .urgent }
        if banner.kind == .incoming { return .ringing }
        return banner.isHeld ? .held : .talking
    }

    var buttons: [CallButton] {
        banner.buttons.compactMap { if case .call(let button) = $0 { button } else { nil } }
    }

    /// An entry of `Calls`.
    var wire: [String: Variant] {
        [String: Variant]([
            .call: .string(call.uuid), .title: .string(banner.summary), .lines: .strings(banner.lines(nil)),
            .state: .string(call.state.text), .urgent: .bool(banner.isUrgent), .connectedAt: .uint64(call.connectedAt),
            .muted: .bool(banner.isMuted), .onHold: .bool(banner.isHeld),
            .buttons: .array(
                of: "(ss)", buttons.map { .structure([.string($0.rawValue), .string($0.label)]) }),
        ])
    }
}

// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import ConfigurationText
package import SDBus

/// `org.monkeycall.Agent.Calls` on the session bus: the calls for panels and lock screens, and the presses of their
/// buttons.
package final class CallsObject: Neighbour {
    private let bus: BusConnection
    private let service: CallServiceClient
    private lazy var table = interface()
    private var state = DesktopState()
    private var shown = ShownCalls()
    private let subscribers: Subscribers

    package init(_ bus: BusConnection, _ service: CallServiceClient) {
        (self.bus, self.service) = (bus, service)
        subscribers = Subscribers(bus, limit: 32, ended: .subscriptionEnded(AgentName.path, AgentName.calls))
    }

    /// Exports the interface. Call it before the agent takes its name.
    package func begin() throws(BusError) {
        let finder = ObjectFinder<ShownCalls>(on: bus) { [unowned self] (path, sender) throws(BusError) in
            guard path == AgentName.path else { return nil }
            return try bus.peer(sender).isOutsideSandbox ? shown : ShownCalls()
        }
        try bus.export(under: AgentName.path, nodes: { _, _ in [] }, [ExportedInterface(table, finder) { $0 }])
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        let (old, new) = (shown, ShownCalls(state))
        guard new != old else { return }
        shown = new
        subscribers.announce(table, from: old, to: new, path: AgentName.path)
    }

    // MARK: The interface

    /// The interface of `dbus/org.monkeycall.Agent.Calls.xml`.
    func interface() -> Interface<ShownCalls> {
        Interface(
            AgentName.calls,
            refusal: "An app in a sandbox sees no calls of other apps. Use the interface of the call service.",
            [
                .property(.calls, comparing: \.calls) { $0.calls.map(\.wire) },
                .property(.locked) { $0.isLocked },
                .property(.showsCallers) { $0.showsCallers },
                .property(.answers) { $0.answers },
                .property(.headsetButtons) { $0.headsetButtons },
                .property(.route) { $0.route },
                .property(.routes, comparing: \.routes) { $0.routes.map(\.wire) },
                .method(SurfaceMethod.subscribe.member, for: .user) { [unowned self] (_, call) throws(BusError) in
                    try subscribers.add(call.sender)
                },
                .method(SurfaceMethod.unsubscribe.member, for: .user) { [unowned self] (_, call) throws(BusError) in
                    subscribers.remove(call.sender)
                },
                .signal(SignalName.subscriptionEnded.member),
                .deferredMethod(
                    SurfaceMethod.perform.member, for: .user, takes: ("call", String.self), ("button", String.self),
                    ("options", [String: Variant].self)
                ) { [unowned self] (_, _, reply, call, button, options) throws(BusError) in
                    try perform(button, on: call, try Options(options).string(.activationToken) ?? "", reply)
                },
                .deferredMethod(SurfaceMethod.setRoute.member, for: .user, takes: ("route", String.self)) {
                    [unowned self] (_, _, reply, route) throws(BusError) in
                    try setRoute(route, reply)
                },
            ])
    }

    private func perform(
        _ word: String, on call: String, _ token: String, _ reply: PendingReply<>
    ) throws(BusError) {
        guard let shown = shown.calls.first(where: { $0.call.uuid == call }),
            let button = shown.buttons.first(where: { $0.rawValue == word })
        else {
            throw BusError(
                name: AgentName.notOffered, message: "The call does not have this button now. Use one of its Buttons.")
        }
        service.press(button, of: call, in: state, token) { $0.complete(reply) }
    }

    private func setRoute(_ route: String, _ reply: PendingReply<>) throws(BusError) {
        guard shown.routes.contains(where: { $0.name == route }) else {
            throw BusError(name: AgentName.notOffered, message: "There is no such route now. Use one of Routes.")
        }
        service.call(.setRoute, route) { $0.failure.complete(reply) }
    }
}

/// The values of the properties of `org.monkeycall.Agent.Calls`. An app in a sandbox sees those without calls.
struct ShownCalls: Hashable {
    /// The first one is the most important one.
    var calls: [ShownCall] = []
    var isLocked = false
    var showsCallers = false
    var answers = false
    var headsetButtons = false
    var route = ""
    var routes: [Route] = []

    init() {}

    init(_ state: DesktopState) {
        let shown = state.index.shown.compactMap { ShownCall($0, in: state) }
        calls = ShownCall.Importance.allCases.flatMap { importance in shown.filter { $0.importance == importance } }
        let rules = state.rules
        (isLocked, showsCallers, answers) = (rules.isLocked, rules.showsParties, rules.answers)
        headsetButtons = state.settings.headsetButtons
        guard rules.allowsMore, !calls.isEmpty else { return }
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

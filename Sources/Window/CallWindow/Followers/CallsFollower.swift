// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import CallWindowModel
package import SDBus

/// Follows the user's calls, and requests actions on them. It registers as no shell, so that it takes neither the
/// ringing nor the routes from the agent.
@MainActor
package final class CallsFollower {
    let client = CallClient()
    private let connection: BusConnection
    private var mirror: RegistryMirror?
    private var observers: [() -> Void] = []
    private let log: Log
    /// The calls as they were when the service went away, until it is back and has told its calls. Calls that nobody
    /// has answered are not among them: only their apps can be asked about them.
    private var kept: (registry: Registry, audio: AudioRecord)?
    private var last = (registry: Registry(), audio: AudioRecord())
    /// What happened to the calls without the user.
    private(set) var news = CallNews()
    /// Tells the user something once, because no page shows it afterwards: how a call ended that the user did not end,
    /// that the service refused a request, or that an app did not perform it.
    var announce: (Notice) -> Void = { _ in }
    /// A call has come.
    var callCame: () -> Void = {}
    /// A call is over. Called before the observers.
    var callEnded: (CallRecord) -> Void = { _ in }
    /// An app has left the service.
    var providerLeft: (String) -> Void = { _ in }

    package init(_ connection: BusConnection, log: Log) {
        (self.connection, self.log) = (connection, log)
    }

    var registry: Registry { kept?.registry ?? mirror?.registry ?? Registry() }
    var audio: AudioRecord { kept?.audio ?? mirror?.audio ?? AudioRecord() }
    /// Whether the service does not run, and the calls are those of before.
    var isAway: Bool { kept != nil }
    /// Whether the service runs; nil = it has not answered yet.
    private(set) var isServiceRunning: Bool?

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Begins to follow. The bus starts the service if it can.
    package func begin() throws(BusError) {
        let mirror = RegistryMirror(client) { [unowned self] in happened($0) }
        self.mirror = mirror
        try client.follow(on: connection)
        try client.listen(to: CallManagerName.manager) { [unowned self] in received($0) }
        try mirror.begin { [unowned self] error in
            if let error { log("the call service does not run yet", error) } else { kept = nil }
            isServiceRunning = error == nil
            changed()
        }
    }

    /// Asks the bus to start the service. If it does, the calls are followed again by themselves.
    func startService(then completion: @escaping (BusError?) -> Void) {
        RemoteName(CallManagerName.bus, on: connection).start(CallManagerName.path, then: completion)
    }

    // MARK: From the service

    private func happened(_ event: MirrorEvent) {
        let now = SystemClock.monotonic
        switch event {
        case .callAdded: callCame()
        case .callChanged(let before, let call):
            news.changed(before, call, in: registry, at: now)
            if call.state == .ended { callEnded(call) }
        case .callRemoved(let call):
            news.removed(call)
            callEnded(call)
            if !call.farewell.isEmpty { announce(Notice(text: call.farewell, isFact: true)) }
        case .providerRemoved(let provider): providerLeft(provider.identifier)
        case .serviceLost:
            isServiceRunning = false
            keepCalls()
        case .serviceFound, .providerAdded, .providerChanged, .audioChanged: break
        }
        changed()
    }

    private func keepCalls() {
        var registry = last.registry
        registry.calls = registry.calls.filter { !$0.value.isUnanswered && $0.value.state != .ended }
        if !registry.calls.isEmpty { kept = (registry, last.audio) }
    }

    /// An app that does not perform an accepted request.
    private func received(_ signal: Message) {
        guard signal.member == SignalName.transactionCompleted.rawValue,
            let (_, success, details) = try? signal.read(String.self, Bool.self, [String: Variant].self), !success
        else { return }
        announce(Notice(text: TransactionWords.failure(details, registry)))
    }

    private func changed() {
        if let mirror, mirror.isLoaded { last = (mirror.registry, mirror.audio) }
        for observer in observers { observer() }
    }

    // MARK: To the service

    /// Requests actions on calls in this order.
    func request(_ actions: [[String: Variant]]) {
        guard !actions.isEmpty else { return }
        client.requestAsShell(actions) { [unowned self] in note($0) }
    }

    /// Does what the button says.
    func press(_ button: CallButton, on call: String) {
        if button == .silence {
            return client.request(.silenceAlert, call) { [unowned self] in note($0) }
        }
        request(button.actions(on: call, in: registry))
    }

    /// Ends calls, or declines those that ring. Each has its own request, because an app that fails must not keep the
    /// others.
    func end(_ calls: [String]) {
        for call in calls { request([ActionKind.end.wire(call: call)]) }
    }

    /// Asks the agent for a route; "" leaves the choice to it.
    func setRoute(_ route: String) {
        client.call(.setRoute, route) { [unowned self] reply in
            if case .failure(let error) = reply { note(error) }
        }
    }

    /// What happened to a call, oldest first; empty if it is not known any more.
    func explain(_ call: String, then completion: @escaping ([[String: Variant]]) -> Void) {
        client.call(.explainCall, call) { completion((try? $0.get().read([[String: Variant]].self)) ?? []) }
    }

    private func note(_ refusal: BusError?) {
        guard let refusal else { return }
        log("the call service refused a request", ["error": refusal.name])
        announce(Notice(text: CallServiceWords.text(refusal)))
    }
}

/// Follows the agent of the session. The window does not start it.
@MainActor
final class AgentFollower {
    /// nil without a session.
    let program: RemoteName?
    private let object: RemoteObject?
    private var observers: [() -> Void] = []
    private var hasBegun = false

    private static let names =
        [
            Key.unenforced, .doNotDisturb, .doNotDisturbReason, .doNotDisturbUntil, .problems, .headsets, .outputs,
            .primary,
        ].map(\.rawValue)

    init(_ session: BusConnection?) {
        program = session.map { RemoteName(AgentName.bus, on: $0) }
        object = program.map {
            RemoteObject(
                $0, AgentName.path, AgentName.interface, Self.names, ended: SignalName.subscriptionEnded.member)
        }
    }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Does nothing the second time.
    func begin() throws(BusError) {
        guard !hasBegun else { return }
        hasBegun = true
        try object?.begin { [unowned self] in for observer in observers { observer() } }
        try program?.begin()
    }

    /// Its properties; empty while it does not run.
    var properties: [String: Variant] { object?.properties ?? [:] }

    /// Switches the user's own do-not-disturb, without an end.
    func setDoNotDisturb(_ isOn: Bool, then completion: @escaping (BusError?) -> Void) {
        guard let program else { return completion(.failed("There is no session.")) }
        program.call(AgentName.path, AgentName.interface, AgentName.setDoNotDisturb, isOn, UInt64(0)) {
            completion($0.failure)
        }
    }

    /// The calls that it cannot silence.
    var unenforced: Set<String> { Set(properties[.unenforced]?.strings ?? []) }
}

/// Follows the user's bridge. The window does not start it by its name.
@MainActor
final class BridgeFollower {
    /// nil without a session.
    private let program: RemoteName?
    /// The last answer of the bridge that runs.
    private(set) var sources: [[String: Variant]] = []
    private var changed: () -> Void = {}

    init(_ session: BusConnection?) { program = session.map { RemoteName(BridgeName.bus, on: $0) } }

    var hasSession: Bool { program != nil }
    var isRunning: Bool { program?.owner != nil }

    /// Calls `changed` when the bridge comes or leaves, and after each answer.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        try program?.begin { [unowned self] _ in
            sources = []
            changed()
            read()
        }
    }

    /// Asks which programs it sees now. It tells no changes.
    func read() {
        program?.ask(BridgeName.path, BridgeName.interface, BridgeName.listSources) { [weak self] reply in
            guard let self, let list = try? reply.get().read([[String: Variant]].self) else { return }
            sources = list
            changed()
        }
    }
}

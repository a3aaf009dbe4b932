// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import CallStories
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
    /// Tells the user something once, because no page shows it afterwards: a call has ended, the service refused a
    /// request, or an app did not perform it. A sentence for people.
    var announce: (String) -> Void = { _ in }

    package init(_ connection: BusConnection, log: Log) {
        (self.connection, self.log) = (connection, log)
    }

    var registry: Registry { mirror?.registry ?? Registry() }
    var audio: AudioRecord { mirror?.audio ?? AudioRecord() }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Begins to follow. The bus starts the service if it can.
    package func begin() throws(BusError) {
        let mirror = RegistryMirror(client) { [unowned self] in happened($0) }
        self.mirror = mirror
        try client.follow(on: connection)
        try client.listen(to: CallManagerName.manager) { [unowned self] in received($0) }
        try mirror.begin { [unowned self] error in
            if let error { log("the call service does not run yet", error) }
            changed()
        }
    }

    // MARK: From the service

    private func happened(_ event: MirrorEvent) {
        if case .callRemoved(let call) = event { announce(call.farewell) }
        changed()
    }

    /// An app that does not perform an accepted request.
    private func received(_ signal: Message) {
        guard signal.member == SignalName.transactionCompleted.rawValue,
            let (_, success, details) = try? signal.read(String.self, Bool.self, [String: Variant].self), !success
        else { return }
        let words = StoryWords(call: "", calls: StoryCalls(registry.calls.values, text: \.line) { _ in "" })
        announce(words.cause(details))
    }

    private func changed() {
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
        announce(CallServiceWords.text(refusal))
    }
}

/// Follows the agent of the session. The window does not start it.
@MainActor
final class AgentFollower {
    /// nil without a session.
    let program: RemoteName?
    private let object: RemoteObject?
    private var observers: [() -> Void] = []

    private static let names =
        [Key.unenforced, .doNotDisturb, .doNotDisturbReason, .doNotDisturbUntil].map(\.rawValue)

    init(_ session: BusConnection?) {
        program = session.map { RemoteName(AgentName.bus, on: $0) }
        object = program.map {
            RemoteObject(
                $0, AgentName.path, AgentName.interface, Self.names, ended: SignalName.subscriptionEnded.member)
        }
    }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    func begin() throws(BusError) {
        try object?.begin { [unowned self] in for observer in observers { observer() } }
        try program?.begin()
    }

    /// Its properties; empty while it does not run.
    var properties: [String: Variant] { object?.properties ?? [:] }
    /// The calls that it cannot silence.
    var unenforced: Set<String> { Set(properties[.unenforced]?.strings ?? []) }
}

// SPDX-License-Identifier: MIT

package import BridgeCore
import CallClient
package import CallContract
import CallInterface
import Glibc
package import SDBus

/// A provider of the bridge: a connection of its own to the service, and the table of the calls that it carries.
/// Confined to the thread of the loop.
package final class BridgedProvider {
    package let identifier: String
    /// The user whose calls these are.
    package let user: UInt32
    private var configuration: [String: Variant]
    private let endsOthers: Bool
    private let connection: BusConnection
    private let loop: EventLoop
    private let client = CallClient()
    private let providers: Providers
    /// nil while the source is absent.
    private var link: ProviderLink?
    private var table: CallTable
    /// Does what the table asks of the source.
    private let command: (SourceCommand) -> Void
    private let quieten: ((SourceKey) -> Void)?
    /// The requests that are accepted or on their way.
    private var requests: [TransactionID: PendingRequest] = [:]
    /// The events that wait until the effects of an earlier one are performed.
    private var events: [BridgeEvent] = []
    private var isHandling = false
    /// The actions that fail later.
    private var failures: [ActionID: Timer] = [:]

    private struct PendingRequest {
        let item: Request.Item
        /// No service has received it, or that service has lost its state. The next one gets it.
        var isPostponed = false
        /// How often it is repeated if another call keeps the audio.
        var repeats = 10
        var timer: Timer?
    }

    /// Between two repeats, in microseconds.
    private static let pause: UInt64 = 500_000

    /// `user` is the user whose calls these are, for a bridge that runs as another account; nil = this process's user.
    /// `endsOthers` is false if other calls must not end to make room for these. `makesRoom` is false if a call that
    /// goes on must not even hold others. `quieten` makes a call silent that counts as held; nil = the source cannot.
    /// The loop ends if the bus is gone, so that systemd starts the bridge again.
    package init(
        _ identifier: String, _ configuration: ProviderConfiguration, user: UInt32? = nil, endsOthers: Bool = true,
        makesRoom: Bool = true, on bus: BusAddress, _ loop: EventLoop, log: Log,
        command: @escaping (SourceCommand) -> Void, quieten: ((SourceKey) -> Void)? = nil
    ) throws(BusError) {
        self.identifier = identifier
        self.user = user ?? geteuid()
        self.configuration = configuration.wire(for: self.user)
        self.endsOthers = endsOthers
        (self.command, self.quieten, self.loop) = (command, quieten, loop)
        table = CallTable(
            provider: identifier, holdsImplicitly: configuration.holdsImplicitly ?? false,
            quietens: quieten != nil, makesRoom: makesRoom)
        connection = try BusConnection(bus, description: "monkeycall-bridge", loop: loop)
        try connection.onDisconnect { loop.exit(1) }
        providers = Providers(client, log: log)
        try providers.begin()
        try client.listen(to: CallManagerName.manager) { [weak self] in self?.completed($0) }
        client.observe { [weak self] in self?.serviceChanged($0) }
        try client.follow(on: connection)
    }

    /// Whether the source is present, so that the service has the provider.
    package var isRegistered: Bool { link != nil }

    /// Whether the service is there.
    package var hasService: Bool { client.owner != nil }

    /// How many calls the source has.
    package var callCount: Int { table.count }

    /// The source is present. Tell its calls afterwards.
    package func begin() {
        guard link == nil else { return }
        // What the service said last may come after the end of a provider that left with its source.
        let link = ProviderLink(identifier, configuration) { [weak self] in self?.received($0) }
        self.link = link
        providers[identifier] = link
        // If there is no service, this starts it.
        client.register()
    }

    /// The source is absent. Tell ``BridgeEvent/sourceLost`` before.
    package func end() {
        link?.invalidate(in: providers)
        (link, requests, failures) = (nil, [:], [:])
    }

    /// The source has other abilities now. `HoldsImplicitly` must be the same as before.
    package func configure(_ configuration: ProviderConfiguration) {
        self.configuration = configuration.wire(for: user)
        link?.configure(self.configuration, in: providers)
    }

    // MARK: Events

    package func handle(_ event: BridgeEvent) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty {
            for effect in table.handle(events.removeFirst()) { perform(effect) }
        }
        isHandling = false
    }

    /// The source fails that action after some microseconds. If it is done by then, nothing happens.
    func fail(_ action: ActionID, after time: UInt64) {
        failures[action] = loop.timer(after: time) { [unowned self] in
            failures[action] = nil
            handle(.failed(action))
        }
    }

    /// Whether that action is to fail later.
    func willFail(_ action: ActionID) -> Bool { failures[action] != nil }

    private func received(_ news: ProviderNews) {
        switch news {
        case .didBegin: break
        case .perform(let delivered):
            let action = delivered.action
            handle(.perform(BridgeAction(id: action.id, call: action.call, kind: action.kind)))
        case .refused(let call, let error): handle(.refused(call, .init(error)))
        case .timedOut(let action): handle(.timedOut(action))
        // The source has its own sound, and the table its own states. The bridge requests nothing.
        case .didActivate, .didDeactivate, .callChanged, .vanished: break
        case .startCallRequested(let handle, let details):
            var start = StartAction(provider: identifier, handle: handle)
            (start.video, start.contactIdentifier) = (details.video, details.contactIdentifier)
            self.handle(.startRequested(start))
        }
    }

    // MARK: Effects

    private func perform(_ effect: BridgeEffect) {
        guard let link else { return }
        switch effect {
        case .command(let command): self.command(command)
        case .quieten(let key): quieten?(key)
        case .reportIncoming(let call, let update):
            link.reportIncoming(call, update, in: providers) { [weak self] error in
                self?.handle(error.map { .refused(call, .init($0)) } ?? .accepted(call))
            }
        case .reportExisting(let call, let state): link.reportExisting(call, state, in: providers)
        case .reportUpdated(let call, let update): link.reportUpdated(call, update, in: providers)
        case .reportConnecting(let call): link.reportConnecting(call, at: 0, in: providers)
        case .reportConnected(let call): link.reportConnected(call, at: 0, in: providers)
        case .reportEnded(let call, let reason): link.reportEnded(call, at: 0, reason, in: providers)
        case .fulfil(let action): link.complete(ActionRecord(action), .fulfilled(nil), in: providers)
        case .fail(let action): link.complete(ActionRecord(action), .failed, in: providers)
        case .request(let call, let kind): request(call, kind)
        }
    }

    private func request(_ call: CallID, _ kind: ActionKind) {
        let transaction = TransactionID.random()
        requests[transaction] = PendingRequest(item: Request.Item(call: call, kind: kind))
        send(transaction)
    }

    /// The service knows the transaction by its id, so it is harmless to send it twice.
    private func send(_ transaction: TransactionID) {
        guard let item = requests[transaction]?.item else { return }
        requests[transaction]?.isPostponed = false
        var request = Request([item])
        request.transaction = transaction
        request.endsOthers = endsOthers
        client.request(request) { [weak self] result in
            guard let self, case .failure(let error) = result else { return }
            // What the user did at the source stays, so it is requested when there is a service.
            if error.saysUnavailable {
                requests[transaction]?.isPostponed = true
            } else if !repeatLater(transaction, error) {
                requestFailed(transaction)
            }
        }
    }

    /// The call that keeps the audio may be the same one, of another source. That source gives it up as soon as its
    /// bridge knows this provider.
    private func repeatLater(_ transaction: TransactionID, _ error: BusError) -> Bool {
        guard var request = requests[transaction], request.repeats > 0, error.code == .requestCallIsProtected,
            request.item.kind == .setHeld(false), table.talks(request.item.call)
        else { return false }
        request.repeats -= 1
        request.timer = loop.timer(after: Self.pause) { [unowned self] in send(transaction) }
        requests[transaction] = request
        return request.timer != nil
    }

    private func requestFailed(_ transaction: TransactionID) {
        guard let item = requests.removeValue(forKey: transaction)?.item else { return }
        handle(.requestFailed(item.call, item.kind.word))
    }

    private func completed(_ signal: Message) {
        guard SignalName(rawValue: signal.member) == .transactionCompleted,
            let (text, success) = try? signal.read(String.self, Bool.self), let transaction = TransactionID(text)
        else { return }
        if success { requests[transaction] = nil } else { requestFailed(transaction) }
    }

    private func serviceChanged(_ change: ServiceChange) {
        switch change {
        case .absent: break
        case .lost: for transaction in requests.keys { requests[transaction]?.isPostponed = true }
        case .found, .continues: for (transaction, request) in requests where request.isPostponed { send(transaction) }
        }
    }
}

extension ProviderConfiguration {
    fileprivate func wire(for user: UInt32) -> [String: Variant] {
        var wire = wire
        if user != geteuid() { wire[.user] = .uint32(user) }
        return wire
    }
}

extension BridgeEvent.Refusal {
    init(_ error: BusError) { self = error.code == .incomingCallUUIDAlreadyExists ? .idIsUsed : .other }
}

extension ActionRecord {
    init(_ action: BridgeAction) { self.init(id: action.id, call: action.call, kind: action.kind) }
}

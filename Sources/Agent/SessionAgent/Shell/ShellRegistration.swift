// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import SDBus

/// The registration of this connection as a shell: the user's settings, and whether it is the primary shell. A service
/// that comes back with its state still has the registration.
final class ShellRegistration {
    private let service: CallServiceClient
    private let session: String
    /// The present keys of `RegisterShell`.
    private var settings: [String: Variant] = [:]
    /// The state of the service that this shell is registered in, see ``CallClient/generation``; nil = none yet.
    private var generation: Int?
    /// Whether a service runs; nil until that is known.
    private var isServed: Bool?
    /// Whether the service has said which shell is the primary one.
    private var isAnswered = false
    private var isChosen = false
    private var changed: () -> Void = {}

    init(_ service: CallServiceClient, session: String) {
        self.service = service
        self.session = session
    }

    var isPrimary: Bool { isServed == true && isChosen }

    /// Whether `isPrimary` is known: the service has said it, or no service runs.
    var isKnown: Bool { isServed == false || isServed == true && isAnswered }

    /// Calls `changed` when this becomes the primary shell or stops being it.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try service.client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == SignalName.shellIsPrimary.rawValue, isRegistered,
                let isPrimary = try? signal.read(Bool.self)
            else { return }
            (isChosen, isAnswered) = (isPrimary, true)
            changed()
        }
        self.changed = changed
    }

    private var isRegistered: Bool { generation == service.client.generation }

    /// A service runs. Registers with it, unless its state has the registration.
    func serviceRuns() {
        isServed = true
        guard !isRegistered else { return }
        let new = service.client.generation
        (generation, isChosen, isAnswered) = (new, false, false)
        service.report(.registerShell, session, settings) { [unowned self] _ in
            guard generation == new else { return }
            isAnswered = true
            changed()
        }
    }

    func serviceIsAway() { isServed = false }

    func set(_ new: [String: Variant]) {
        let changes = new.filter { settings[$0.key] != $0.value }
        settings.merge(changes) { $1 }
        if isRegistered, !changes.isEmpty { service.report(.setShellState, changes) }
    }
}

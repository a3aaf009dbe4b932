// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The registration of this connection as a shell: the user's settings, and whether it is the primary shell.
final class ShellRegistration {
    private(set) var isPrimary = false
    /// Whether `isPrimary` is known: the service has said it, or no service runs.
    private(set) var isKnown = false
    private let service: CallServiceClient
    private let session: String
    /// The present keys of `RegisterShell`.
    private var settings: [String: Variant] = [:]
    /// The service that this shell is registered with; nil if it is not.
    private var owner: String?
    private var changed: () -> Void = {}

    init(_ service: CallServiceClient, session: String) {
        self.service = service
        self.session = session
    }

    /// Calls `changed` when this becomes the primary shell or stops being it.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try service.client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == SignalName.shellIsPrimary.rawValue, owner != nil,
                let isPrimary = try? signal.read(Bool.self)
            else { return }
            (self.isPrimary, isKnown) = (isPrimary, true)
            changed()
        }
        self.changed = changed
    }

    /// Registers with the new service of that unique name; nil if no service runs.
    func register(with owner: String?) {
        self.owner = owner
        isPrimary = false
        isKnown = owner == nil
        guard owner != nil else { return }
        service.call(.registerShell, session, settings) { [unowned self] _ in
            guard owner == self.owner else { return }
            isKnown = true
            changed()
        }
    }

    func set(_ new: [String: Variant]) {
        let changes = new.filter { settings[$0.key] != $0.value }
        settings.merge(changes) { $1 }
        if owner != nil, !changes.isEmpty { service.call(.setShellState, changes) }
    }
}

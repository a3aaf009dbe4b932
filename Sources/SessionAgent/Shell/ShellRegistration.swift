// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// This connection as a shell: what the user has set, and whether it is the primary one.
final class ShellRegistration {
    private(set) var isPrimary = false
    /// Whether it is known: the service has said it, or there is none.
    private(set) var isKnown = false
    private let service: CallServiceClient
    private let session: String
    /// Keys of `RegisterShell`, as they are now.
    private var settings: [String: Variant] = [:]
    /// The service that this shell is registered with; nil = none.
    private var owner: String?
    private var changed: () -> Void = {}

    init(_ service: CallServiceClient, session: String) {
        self.service = service
        self.session = session
    }

    /// `changed` is called when it has become the primary shell, or is it no more.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try service.client.listen(to: CallManagerName.manager) { [unowned self] signal in
            guard signal.member == "ShellIsPrimary", owner != nil,
                let isPrimary = try? signal.read(Bool.self)
            else { return }
            (self.isPrimary, isKnown) = (isPrimary, true)
            changed()
        }
        self.changed = changed
    }

    /// With the service of that unique name, which does not know it yet; nil = there is none.
    func register(with owner: String?) {
        self.owner = owner
        isPrimary = false
        isKnown = owner == nil
        guard owner != nil else { return }
        service.call("RegisterShell", session, settings) { [unowned self] _ in
            guard owner == self.owner else { return }
            isKnown = true
            changed()
        }
    }

    func set(_ new: [String: Variant]) {
        let changes = new.filter { settings[$0.key] != $0.value }
        settings.merge(changes) { $1 }
        if owner != nil, !changes.isEmpty { service.call("SetShellState", changes) }
    }
}

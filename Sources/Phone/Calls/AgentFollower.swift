// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// Follows the agent of the session: the calls that it cannot silence. The window does not start it.
@MainActor
final class AgentFollower {
    private let session: BusConnection?
    private var slots: [BusSlot] = []
    private var observers: [() -> Void] = []
    private(set) var unenforced: Set<String> = []

    init(_ session: BusConnection?) { self.session = session }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    func begin() throws(BusError) {
        guard let session else { return }
        slots = [
            try session.watchName(AgentName.bus) { [unowned self] owner in
                if owner == nil { take([]) } else { ask() }
            },
            try session.onSignal(
                from: AgentName.bus, path: AgentName.path, interface: StandardInterface.properties,
                member: "PropertiesChanged"
            ) { [unowned self] signal in
                guard let (interface, values) = try? signal.read(String.self, [String: Variant].self),
                    interface == AgentName.bus, let calls = values[.unenforced]?.strings
                else { return }
                take(calls)
            },
        ]
        if try session.owner(of: AgentName.bus) != nil { ask() }
    }

    private func ask() {
        let target = CallTarget(AgentName.bus, AgentName.path, StandardInterface.properties, "Get")
        _ = try? session?.callAsync(target, AgentName.bus, Key.unenforced.rawValue) { [weak self] reply in
            self?.take((try? reply.get().read(Variant.self))?.strings ?? [])
        }
    }

    private func take(_ calls: [String]) {
        let new = Set(calls)
        guard new != unenforced else { return }
        unenforced = new
        for observer in observers { observer() }
    }
}

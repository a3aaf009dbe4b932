// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// Follows the agent of the session: the calls that it cannot silence. The window does not start it.
@MainActor
final class AgentFollower {
    private let agent: RemoteName?
    private let object: RemoteObject?
    private var observers: [() -> Void] = []
    private(set) var unenforced: Set<String> = []

    init(_ session: BusConnection?) {
        agent = session.map { RemoteName(AgentName.bus, on: $0) }
        object = agent.map { RemoteObject($0, AgentName.path, AgentName.interface) }
    }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    func begin() throws(BusError) {
        try object?.begin { [unowned self] in take(object?.properties[Key.unenforced]?.strings ?? []) }
        try agent?.begin()
    }

    private func take(_ calls: [String]) {
        let new = Set(calls)
        guard new != unenforced else { return }
        unenforced = new
        for observer in observers { observer() }
    }
}

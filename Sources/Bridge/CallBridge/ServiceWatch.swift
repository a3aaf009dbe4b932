// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
package import SDBus

/// What a source must know of the service besides its own calls, and what the gateway to headsets asks of it. It begins
/// with the first source that is present, because it starts the service.
package final class ServiceWatch {
    private let bus: BusAddress
    private let loop: EventLoop
    private let client = CallClient()
    private var connection: BusConnection?
    private var mirror: RegistryMirror?
    private var changed: [() -> Void] = []
    private var callsChanged: [() -> Void] = []
    /// Whether the service has answered, or cannot be reached.
    package private(set) var isKnown = false

    package init(on bus: BusAddress, _ loop: EventLoop) { (self.bus, self.loop) = (bus, loop) }

    /// Whether a shell is there that rings.
    package var hasShell: Bool { mirror?.audio.hasShell ?? false }

    /// Whether a modem of this user is in the service: the system's bridge carries its calls. While the service is
    /// away, the last answer counts, because the modem most likely comes back with it.
    package private(set) var hasCellularProvider = false

    /// The calls and providers. While the service is away, the last answer counts.
    package private(set) var registry = Registry()

    /// Calls `body` after each change, except of calls.
    package func observe(_ body: @escaping () -> Void) { changed.append(body) }

    /// Calls `body` after each change of calls.
    package func observeCalls(_ body: @escaping () -> Void) { callsChanged.append(body) }

    /// Begins, if it has not begun.
    package func begin() throws(BusError) {
        guard connection == nil else { return }
        let connection = try BusConnection(bus, description: "monkeycall-bridge", loop: loop)
        try connection.onDisconnect { [loop] in loop.exit(1) }
        self.connection = connection
        try client.follow(on: connection)
        let mirror = RegistryMirror(client) { [unowned self] event in
            switch event {
            case .callAdded, .callChanged, .callRemoved: notify(callsChanged)
            case .serviceFound, .serviceLost, .providerAdded, .providerChanged, .providerRemoved, .audioChanged:
                notify(changed)
            }
        }
        self.mirror = mirror
        try mirror.begin { [unowned self] _ in
            isKnown = true
            notify(changed)
        }
    }

    /// Whether the service is there, or was a moment ago and most likely comes back.
    var isPresent: Bool { mirror?.isLoaded ?? false }

    /// Requests actions of the user. `completion` gets the refusal of the service, nil = it accepted the request.
    func request(_ actions: [[String: Variant]], then completion: @escaping (BusError?) -> Void) {
        client.requestAsShell(actions, then: completion)
    }

    /// Asks for the last calls that ended, the most recent one last.
    func loadEndedCalls(then body: @escaping (Result<[CallRecord], BusError>) -> Void) {
        client.call(.listEndedCalls) { reply in
            body(
                Result { () throws(BusError) in
                    try reply.get().read([[String: Variant]].self).map { CallRecord(ended: $0) }
                })
        }
    }

    /// Calls `body` when everything is known here that the service had told before this question, or when it cannot
    /// answer.
    package func catchUp(then body: @escaping () -> Void) { client.ping { _ in body() } }

    private func notify(_ observers: [() -> Void]) {
        if let mirror, mirror.isLoaded {
            registry = mirror.registry
            hasCellularProvider = mirror.registry.providers.values.contains(where: \.isCellular)
        }
        for body in observers { body() }
    }
}

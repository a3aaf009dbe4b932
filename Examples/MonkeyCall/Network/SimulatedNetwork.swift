// SPDX-License-Identifier: MIT

import CallKit

/// A network without anybody in it: whoever is called answers after a while.
@MainActor
final class SimulatedNetwork: CallNetwork {
    weak var delegate: (any CallNetworkDelegate)?
    private let connecting: Duration
    private let connected: Duration
    private var calls: [UUID: Task<Void, Never>] = [:]

    /// How long it takes until it rings at the other side, and from then until it is answered.
    init(connecting: Duration, connected: Duration) {
        (self.connecting, self.connected) = (connecting, connected)
    }

    func invite(_ handle: CXHandle, to call: UUID, video: Bool) {
        calls[call] = Task {
            do {
                try await Task.sleep(for: connecting)
                delegate?.networkStartedConnecting(call)
                try await Task.sleep(for: connected)
                delegate?.networkConnected(call)
            } catch {
                // Hung up before.
            }
        }
    }

    func hangUp(_ call: UUID) { calls.removeValue(forKey: call)?.cancel() }

    // Nobody is there to notice.
    func ring(_ call: UUID) {}
    func accept(_ call: UUID) {}
    func play(_ digits: String, in call: UUID) {}
}

// SPDX-License-Identifier: MIT

import Foundation

/// A network with a simulated other side, which answers every call after a while.
@MainActor
final class SimulatedNetwork: CallNetwork {
    weak var delegate: (any CallNetworkDelegate)?
    private let connecting: Duration
    private let connected: Duration
    private var calls: [UUID: Task<Void, Never>] = [:]

    /// The time until the call rings at the other side, and from then until the other side answers.
    init(connecting: Duration, connected: Duration) {
        (self.connecting, self.connected) = (connecting, connected)
    }

    func invite(_ handle: Party, to call: UUID, video: Bool) {
        calls[call] = Task {
            do {
                try await Task.sleep(for: connecting)
                delegate?.networkStartedConnecting(call)
                try await Task.sleep(for: connected)
                delegate?.networkConnected(call)
            } catch {
                // This side hung up before.
            }
        }
    }

    func hangUp(_ call: UUID) { calls.removeValue(forKey: call)?.cancel() }

    // The simulated other side ignores these.
    func ring(_ call: UUID) {}
    func accept(_ call: UUID) {}
    func play(_ digits: String, in call: UUID) {}
}

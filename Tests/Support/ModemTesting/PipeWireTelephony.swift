// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

/// A stand-in for the telephony service of PipeWire 1.4, and phones whose network is the test. The service has a thread
/// of its own.
package final class PipeWireTelephony: @unchecked Sendable {
    package static let name = TelephonyObjects.name
    private let bus: BusDaemon
    private let worker = TelephonyWorker()

    package init(on bus: BusDaemon) throws {
        self.bus = bus
        let worker = worker
        Thread.detachNewThread { worker.run() }
        try start()
    }

    deinit { try? worker.order { $0.isOver = true } }

    // MARK: The service

    package func start() throws { try worker.order { [bus] in try $0.objects.start(on: bus) } }

    /// The service crashes. The phones' calls go on.
    package func crash() throws { try worker.order { $0.objects.crash() } }

    /// A phone with that address comes near.
    package func connect(_ address: String) throws { try worker.order { try $0.objects.add(SimulatedPhone(address)) } }

    /// The phone goes away. Its calls go on there, and the service shows nothing of them.
    package func disconnect(_ address: String) throws { try worker.order { try $0.objects.remove(address) } }

    // MARK: The network of the first phone

    package func ring(from number: String) throws { try change { _ = $0.calls.come(from: number) } }

    package func alert(_ number: String) throws { try change { $0.calls.advance(number, to: .alerting) } }

    /// The other side of a dialled call answers.
    package func connectCall(_ number: String) throws { try change { $0.calls.advance(number, to: .active) } }

    /// The other side hangs up, or gives up.
    package func leave(_ number: String) throws { try change { _ = $0.calls.leave(number) } }

    /// The user does that to the call at the phone itself.
    package func press(_ method: String, _ number: String) throws {
        try change { phone in
            guard let call = phone.calls.calls.first(where: { $0.number == number }) else { return }
            _ = phone.perform(method, of: call.index)
        }
    }

    /// The user holds the active calls at the phone itself, or resumes the held ones.
    package func swap() throws { try change { _ = $0.calls.change("2") } }

    private func change(_ body: @escaping (inout SimulatedPhone) -> Void) throws {
        try worker.order { try $0.objects.changeFirst(body) }
    }

    // MARK: What the bridge did

    /// The states of the first phone's calls by number.
    package var states: [String: String] { worker.seen.states }

    /// The methods that the first phone was asked to perform, in order.
    package var asked: [String] { worker.seen.asked }

    /// Waits until the calls of the first phone have these states.
    package func wait(for states: [String: String]) throws {
        try worker.wait("the calls of the phone are not \(states)") { $0.states == states }
    }

    package func wait(forTones tones: String) throws {
        try worker.wait("the phone does not send \(tones)") { $0.tones == tones }
    }
}

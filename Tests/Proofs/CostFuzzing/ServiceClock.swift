// SPDX-License-Identifier: MIT

import BusTesting
import Synchronization

/// The processor time of the present service. A restart begins two other generations: without a service, and with the
/// next one.
final class ServiceClock: Sendable {
    struct Reading {
        let generation: Int
        let isRunning: Bool
        let processor: Duration
        /// The time in which it was ready to work and had no processor.
        let ready: Duration
        let wall: ContinuousClock.Instant
    }

    private let state: Mutex<(process: Int32, generation: Int)>

    init(of process: Int32) { state = Mutex((process, 0)) }

    /// Before the service is killed.
    func stop() { state.withLock { $0 = (0, $0.generation + 1) } }

    func start(_ process: Int32) { state.withLock { $0 = (process, $0.generation + 1) } }

    /// Without a service the processor time stands still.
    func read() -> Reading {
        let (process, generation) = state.withLock { $0 }
        let time = process == 0 ? nil : ProcessUsage.processorTime(of: process)
        return Reading(
            generation: generation, isRunning: process != 0, processor: time ?? .zero,
            ready: ProcessUsage.readyTime(of: process) ?? .zero, wall: .now)
    }
}

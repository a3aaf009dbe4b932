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
        /// The processor time of the service and of all that does not belong to the round; zero for a limited service.
        let elsewhere: Duration
        let wall: ContinuousClock.Instant
    }

    private let state: Mutex<(process: Int32, generation: Int)>
    private let elsewhere: Elsewhere?

    /// - Parameter isLimited: whether the service has a part of a processor only. Then it waits because of that part,
    ///   and not because of what works elsewhere.
    init(of process: Int32, isLimited: Bool) {
        state = Mutex((process, 0))
        elsewhere = isLimited ? nil : Elsewhere()
    }

    /// Before the service is killed.
    func stop() { state.withLock { $0 = (0, $0.generation + 1) } }

    func start(_ process: Int32) { state.withLock { $0 = (process, $0.generation + 1) } }

    /// Without a service the processor time stands still.
    func read() -> Reading {
        let (process, generation) = state.withLock { $0 }
        let time = process == 0 ? nil : ProcessUsage.processorTime(of: process)
        return Reading(
            generation: generation, isRunning: process != 0, processor: time ?? .zero,
            ready: ProcessUsage.readyTime(of: process) ?? .zero, elsewhere: elsewhere?.time ?? .zero, wall: .now)
    }
}

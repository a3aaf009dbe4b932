// SPDX-License-Identifier: MIT

internal import BusTesting
internal import SDBus

@testable import CallService

/// One life of the service on the simulated bus.
final class ServiceProcess {
    let loop: EventLoop
    let service: CallService
    let file: FragileStateFile
    let reports = Reports()
    private(set) var isKilled = false
    private let bus: SimulatedBus
    private let connection: BusConnection

    final class Reports { var unsent: String? }

    /// Starts the service. It is killed at that step of its start, if it has so many.
    init(
        _ bus: SimulatedBus, _ clock: VirtualClock, in folder: String, seed: UInt64, killedAt step: Int? = nil
    ) throws {
        let loop = try EventLoop()
        let connection = try bus.serve {
            try BusConnection(.address(bus.address), description: "simulation", loop: loop)
        }
        var lastSeed = seed
        let reports = reports
        service = CallService(
            bus: connection, loop: loop, policy: Cast.policy, clock: clock.serviceClock,
            seed: {
                lastSeed += 1
                return lastSeed
            },
            log: { if case .unsent(let message) = $0 { reports.unsent = message } })
        // Every second service is interrupted between the effects of nearly every event.
        if seed / 1_000 % 2 == 0 { service.signalsPerSlice = 2 }
        (self.bus, self.loop, self.connection) = (bus, loop, connection)
        let kill = Kill()
        file = FragileStateFile(in: folder) { kill.happen() }
        kill.process = self
        file.countdown = step
        try bus.serve {
            try service.export()
            let words = FragileWords(CrashGuard.path(in: folder), count: CrashCounts.words) { [file] in file.step() }
            try service.keepState(in: folder, file, words)
            try connection.requestName(CallService.busName)
            try service.resume()
        }
        file.countdown = nil
    }

    private final class Kill {
        unowned var process: ServiceProcess?
        func happen() { process?.die() }
    }

    private func die() {
        isKilled = true
        bus.cut()
    }

    /// The kill was planned for a later step than the turn had.
    func killIfAlive() {
        guard !isKilled else { return }
        file.countdown = nil
        file.save()
        die()
    }

    /// Closes the connection and cancels the timers.
    func end() { connection.close() }
}

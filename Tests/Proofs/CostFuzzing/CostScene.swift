// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A bus with the limits of a stock system bus, and the service on it with the limits of its unit. Both are in the
/// slice of the system, and the clients in that of the users, so that the kernel gives each slice its share of the
/// processors.
final class CostScene {
    /// `MemoryMax=` of the unit.
    static let memory = 128 << 20

    let bus: BusDaemon
    let clock: ServiceClock
    private(set) var daemon: DaemonUnderTest
    private let busGroup: ControlGroup
    private let group: ControlGroup?
    private let slowness: DutyCycle?
    private let state: URL
    private let percent: Int?
    private var peaks: [Int] = []
    /// The program in the place of the service; nil = the service itself.
    private let program: [String]?

    /// - Parameter percent: what the service gets of a processor; nil = all of it
    init(_ kind: CostRound.Bus, percent: Int?, program: [String]? = nil) throws {
        let policy = try Repository.file("dbus/org.monkeycall.CallManager.conf")
        busGroup = try ControlGroup(
            "system.slice/dbus-\(UUID().uuidString.lowercased()).service", sharesProcessors: true)
        bus =
            switch kind {
            case .daemon: try .system(policyFiles: [policy], controlGroup: busGroup)
            case .broker: try .broker(policyFiles: [policy], controlGroup: busGroup)
            }
        let whole = ControlGroup.unit(memory: Self.memory, percent: percent)
        group = whole ?? .unit(memory: Self.memory)
        state = try Self.stateFolder(beside: bus)
        (self.percent, self.program) = (percent, program)
        daemon = try Self.start(program, on: bus, state, group)
        clock = ServiceClock(of: daemon.process.processID, isLimited: percent != nil)
        slowness = percent.flatMap { whole == nil ? DutyCycle(percent: $0) : nil }
        slowness?.slow(daemon.process)
    }

    deinit {
        slowness?.stop()
        try? FileManager.default.removeItem(at: state)
    }

    /// Whether the kernel ends a service with too much memory.
    var hasMemoryLimit: Bool { group != nil }

    /// What limits the service here, for the report.
    var limits: String {
        let memory = hasMemoryLimit ? "a control group of 128 MB" : "its peak of memory is read"
        guard let percent else { return memory }
        return memory + ", \(percent) % of a processor by " + (slowness == nil ? "its control group" : "pauses")
    }

    /// How the service has ended; nil = it has not.
    var ending: ChildProcess.Status? {
        notePeak()
        return try? daemon.process.waitForExit(timeout: 0)
    }

    /// The most memory that a service has had so far, in KiB.
    var peakKiB: Int {
        notePeak()
        return peaks.max() ?? 0
    }

    /// The service is killed, and systemd starts it again: as often as it takes until a busy bus has noticed the end of
    /// the old one. Here the next one starts when the bus has.
    func restart() throws {
        notePeak()
        clock.stop()
        let watcher = try BusClient(address: bus.address)
        try daemon.kill9()
        try watcher.waitForName(DaemonUnderTest.busName, owned: false)
        watcher.close()
        daemon = try Self.start(program, on: bus, state, group)
        slowness?.slow(daemon.process)
        clock.start(daemon.process.processID)
    }

    private func notePeak() {
        if let peak = ProcessUsage.peakResidentKiB(of: daemon.process.processID) { peaks.append(peak) }
    }

    private static func start(
        _ program: [String]?, on bus: BusDaemon, _ state: URL, _ group: ControlGroup?
    ) throws -> DaemonUnderTest {
        try DaemonUnderTest(on: bus, program: program, user: .service, state: state, controlGroup: group)
    }

    /// The state is in memory, as in `/run`, and counts for the unit.
    private static func stateFolder(beside bus: BusDaemon) throws -> URL {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let parent = access(memory.path, W_OK) == 0 ? memory : bus.directory.url
        let folder = parent.appendingPathComponent("monkeycall-costs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let user = try TestUser.service
        guard chown(folder.path, user.uid, user.gid) == 0, chmod(folder.path, 0o700) == 0 else {
            throw SupportError("cannot give \(folder.path) to the service")
        }
        return folder
    }
}

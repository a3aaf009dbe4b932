// SPDX-License-Identifier: MIT

internal import CDBus
public import Foundation
import Synchronization
public import Testing

/// The service's daemon on a private bus. It is ready after init.
public final class DaemonUnderTest {
    /// The service's bus name.
    public static let busName = "org.monkeycall.CallManager"
    /// The path of the manager object.
    public static let managerPath = "/org/monkeycall/CallManager"

    /// The bus of the daemon.
    public let bus: BusDaemon
    /// The unique name of the daemon's connection, `:1.1`. It is the sender of the daemon's signals.
    public let uniqueName: String
    /// The daemon's process.
    public let process: ChildProcess

    private let program: WorldReadableProgram

    /// Starts the daemon and waits until it owns its name.
    ///
    /// - Parameters:
    ///   - bus: the bus to connect to
    ///   - words: another program in its place, and its first arguments
    ///   - user: the user of the daemon; on a system bus only ``TestUser/service`` may own the name
    ///   - configuration: its configuration file; nil = an empty one, so that the machine's file has no effect
    ///   - state: the folder that keeps its state for the next daemon; nil = the state ends with the daemon
    ///   - arguments: options besides `--address=`, `--config=` and `--state=`
    ///   - environment: variables in addition to the test's environment
    ///   - controlGroup: the control group that it enters before it starts
    public init(
        on bus: BusDaemon, program words: [String]? = nil, user: TestUser? = nil, configuration: URL? = nil,
        state: URL? = nil, arguments: [String] = [], environment: [String: String] = [:],
        controlGroup: ControlGroup? = nil
    ) throws {
        let words = try words ?? [Product.path("monkeycalld")]
        let program = try WorldReadableProgram(words[0], neededBy: user)
        let watcher = try BusClient(address: bus.address)
        let options =
            ["--address=\(bus.address)", "--config=\(configuration?.path ?? "/dev/null")"]
            + (state.map { ["--state=\($0.path)"] } ?? [])
        let process = try ChildProcess(
            [program.path] + words.dropFirst() + options + arguments, environment: environment, user: user,
            controlGroup: controlGroup)
        do {
            uniqueName = try watcher.waitForName(Self.busName, unlessEnded: process)
        } catch {
            throw SupportError("monkeycalld does not get its name: \(error)" + process.report + "\nthe bus: " + bus.log)
        }
        DaemonLogs.current?.add(process)
        self.program = program
        self.bus = bus
        self.process = process
    }

    deinit { process.killGroup() }

    /// The log of the daemon.
    public var log: String { process.text(of: .error) }

    /// A new client connection, see ``BusClient/init(address:uid:controlGroup:)``.
    public func client(uid: UInt32? = nil, controlGroup: ControlGroup? = nil) throws -> BusClient {
        try BusClient(address: bus.address, uid: uid, controlGroup: controlGroup)
    }

    /// Ends the daemon by SIGTERM. Throws if its exit status is not 0.
    public func stop(timeout: Double? = nil) throws {
        process.terminate()
        let status = try process.waitForExit(timeout: timeout)
        guard status == .exited(0) else {
            throw SupportError("monkeycalld ended with \(status), not with exit status 0" + process.report)
        }
    }

    /// Kills the daemon with SIGKILL, like a crash.
    public func kill9() throws { try process.kill9() }

    /// The memory, threads and descriptors that the daemon uses now.
    public func usage() throws -> ProcessUsage { try ProcessUsage(of: process.processID) }
}

/// The daemons that the running test has started. Their logs are added to its failures.
final class DaemonLogs: Sendable {
    @TaskLocal static var current: DaemonLogs?

    private let processes = Mutex<[ChildProcess]>([])

    func add(_ process: ChildProcess) {
        processes.withLock { $0.append(process) }
    }

    /// One comment for each daemon.
    var comments: [Comment] {
        processes.withLock { processes in
            processes.map { Comment(rawValue: "log of \($0.arguments[0]) (\($0.processID)):\n" + $0.text(of: .error)) }
        }
    }
}

/// Adds the logs of a test's daemons to each of its failures.
public struct DaemonLogTrait: TestTrait, SuiteTrait, TestScoping {
    /// The trait applies to the tests of nested suites too.
    public var isRecursive: Bool { true }

    /// Runs the test with its own collection of daemons.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let logs = DaemonLogs()
        let issues = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments += logs.comments
            return issue
        }
        try await DaemonLogs.$current.withValue(logs) {
            try await issues.provideScope(for: test, testCase: testCase) {
                do {
                    try await function()
                } catch {
                    guard error is BusError || error is SupportError else { throw error }
                    // Swift Testing records a thrown error outside of the scope of the traits, so it would have no log.
                    Issue.record(error, sourceLocation: test.sourceLocation)
                }
            }
        }
    }
}

extension Trait where Self == DaemonLogTrait {
    /// Adds the log of each ``DaemonUnderTest`` of the test to every failure.
    public static var daemonLogs: Self { DaemonLogTrait() }
}

/// The resources that a process uses, read from `/proc`.
public struct ProcessUsage: Sendable {
    /// Resident memory in KiB, shared libraries included.
    public let residentKiB: Int
    /// The most that was resident so far, in KiB.
    public let peakResidentKiB: Int
    /// Memory in KiB that only this process uses. It is freed when the process ends.
    public let privateKiB: Int
    /// The part in KiB that is not in a file. It does not depend on other processes of the same program.
    public let anonymousKiB: Int
    /// The number of threads.
    public let threads: Int
    /// The number of open file descriptors.
    public let descriptors: Int

    /// Reads the numbers of a process; for a process of another user this needs root.
    public init(of processID: Int32) throws {
        let memory = try Self.numbers(in: "/proc/\(processID)/smaps_rollup")
        let status = try Self.numbers(in: "/proc/\(processID)/status")
        guard let resident = memory["Rss"], let clean = memory["Private_Clean"], let dirty = memory["Private_Dirty"],
            let anonymous = memory["Anonymous"], let peak = status["VmHWM"], let threads = status["Threads"]
        else { throw SupportError("/proc/\(processID) lacks a line that is read from it") }
        residentKiB = resident
        peakResidentKiB = peak
        privateKiB = clean + dirty
        anonymousKiB = anonymous
        self.threads = threads
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count
    }

    /// How often the threads of a process have run so far: the context switches of all of them, or of those with that
    /// name. Each is a wake-up.
    package static func wakeUps(of processID: Int32, threadsNamed name: String? = nil) throws -> Int {
        try threads(of: processID, named: name).reduce(0) { sum, thread in
            let status = try numbers(in: "\(thread)/status")
            return sum + (status["voluntary_ctxt_switches"] ?? 0) + (status["nonvoluntary_ctxt_switches"] ?? 0)
        }
    }

    /// The time that a process has run on processors so far; nil = the process is gone.
    package static func processorTime(of processID: Int32) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(processID, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// How long the main thread was ready to run and had no processor; nil = the process is gone.
    package static func readyTime(of processID: Int32) -> Duration? {
        let text = try? String(contentsOfFile: "/proc/\(processID)/schedstat", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { .nanoseconds($0) }
    }

    /// The most memory that was resident so far, in KiB; nil = the process is gone.
    package static func peakResidentKiB(of processID: Int32) -> Int? {
        (try? numbers(in: "/proc/\(processID)/status"))?["VmHWM"]
    }

    /// The folders of a process's threads, or of those with that name.
    package static func threads(of processID: Int32, named name: String? = nil) throws -> [String] {
        let folder = "/proc/\(processID)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }.filter { thread in
            try name == nil || String(contentsOfFile: "\(thread)/comm", encoding: .utf8) == "\(name ?? "")\n"
        }
    }

    /// The lines of the form `Name:  number …`.
    private static func numbers(in file: String) throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let word = parts[1].split(whereSeparator: \.isWhitespace).first else { continue }
            numbers[String(parts[0])] = Int(word)
        }
        return numbers
    }
}

// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

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

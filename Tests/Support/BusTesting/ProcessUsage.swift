// SPDX-License-Identifier: MIT

import Foundation

/// What a process uses, read from `/proc`.
public struct ProcessUsage: Sendable {
    /// Resident memory in KiB, shared libraries included.
    public let residentKiB: Int
    /// Memory in KiB that the process alone uses: what goes when it goes.
    public let privateKiB: Int
    /// The part of it in KiB that is in no file, so that it does not depend on who else runs the same program.
    public let anonymousKiB: Int
    /// Its threads.
    public let threads: Int
    /// Its open file descriptors.
    public let descriptors: Int

    /// Reads the numbers of a process; those of another user need root.
    public init(of processID: Int32) throws {
        let memory = try Self.numbers(in: "/proc/\(processID)/smaps_rollup")
        let status = try Self.numbers(in: "/proc/\(processID)/status")
        guard let resident = memory["Rss"], let clean = memory["Private_Clean"], let dirty = memory["Private_Dirty"],
            let anonymous = memory["Anonymous"], let threads = status["Threads"]
        else { throw SupportError("/proc/\(processID) lacks a line that is read from it") }
        residentKiB = resident
        privateKiB = clean + dirty
        anonymousKiB = anonymous
        self.threads = threads
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count
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

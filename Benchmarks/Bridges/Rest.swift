// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// Processes without a call: what each of them takes, and how often it wakes up, all at the same time.
struct Rest {
    private struct Row {
        let name: String
        let process: ChildProcess
    }

    private let seconds: UInt32
    private var rows: [Row] = []

    init(seconds: UInt32) { self.seconds = seconds }

    mutating func add(_ name: String, _ process: ChildProcess) { rows.append(Row(name: name, process: process)) }

    /// Counts while the processes rest and `others` happen, and prints the lines.
    func measure(beside others: () throws -> Void) throws {
        // What the last calls left to do is done by then.
        sleep(1)
        let before = try rows.map { try ProcessUsage.wakeUps(of: $0.process.processID) }
        let end = Date(timeIntervalSinceNow: Double(seconds))
        try others()
        Thread.sleep(until: end)
        let after = try rows.map { try ProcessUsage.wakeUps(of: $0.process.processID) }
        Table.heading(
            "The bridge at rest, KiB", ["threads", "alone", "private", "in no file", "wake-ups in \(seconds) s"])
        for (row, wakeUps) in zip(rows, zip(before, after).map { $1 - $0 }) {
            let usage = try ProcessUsage(of: row.process.processID)
            let alone = try ProgramMemory.alone(row.process.processID)
            let numbers = [usage.threads, alone, usage.privateKiB, usage.anonymousKiB, wakeUps]
            Table.line(row.name, numbers.map(String.init))
        }
    }
}

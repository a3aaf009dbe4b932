// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The memory of a directory that does nothing.
@Suite(.daemonLogs)
struct RestTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(Stage()) }

    @Test func `A directory at rest has less than half of the memory that its start took, and answers`() throws {
        _ = try usageAtRest { $0.residentKiB * 2 <= $0.peakResidentKiB }
        #expect(try directory.history().isEmpty)
    }

    @Test func `A directory gives the memory of imports of 100,000 labels back`() throws {
        let before = try usageAtRest { $0.residentKiB * 2 <= $0.peakResidentKiB }.anonymousKiB
        let lines = (0..<100_000).map { "+49\(1_500_000_000 + $0),Company number \($0)\n" }
        // After the first import the C library puts larger blocks into the heap of the thread.
        for count in [60_000, 100_000] {
            let text = "number,label\n" + lines.prefix(count).joined()
            let file = try Descriptor.memory(Array(text.utf8), sealed: false)
            try directory.lists.call("ImportList", "names", .descriptor(file), "csv", ["Identify": true])
        }
        // Without a fixed size of large blocks the heap of the thread kept 7 MiB.
        _ = try usageAtRest { $0.anonymousKiB < before + 3_072 }
        #expect(try directory.label(491_500_099_999) == "Company number 99999")
    }

    /// Waits until the directory uses so little.
    private func usageAtRest(_ isLittle: (ProcessUsage) -> Bool) throws -> ProcessUsage {
        let deadline = Deadline()
        while true {
            let usage = try ProcessUsage(of: directory.process.processID)
            if isLittle(usage) { return usage }
            guard !deadline.hasPassed else {
                let (resident, peak, anonymous) = (usage.residentKiB, usage.peakResidentKiB, usage.anonymousKiB)
                throw SupportError("\(resident) of \(peak) KiB are still resident, \(anonymous) in no file")
            }
            usleep(10_000)
        }
    }
}

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
        let deadline = Deadline()
        var usage = try ProcessUsage(of: directory.process.processID)
        while usage.residentKiB * 2 > usage.peakResidentKiB {
            guard !deadline.hasPassed else {
                throw SupportError("\(usage.residentKiB) of \(usage.peakResidentKiB) KiB are still resident")
            }
            usleep(10_000)
            usage = try ProcessUsage(of: directory.process.processID)
        }
        #expect(try directory.history().isEmpty)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The memory of a directory that does nothing.
@Suite(.daemonLogs)
struct RestTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(Stage()) }

    /// What is resident of files, in KiB: the program and its libraries.
    private func mapped() throws -> Int {
        let usage = try ProcessUsage(of: directory.process.processID)
        return usage.residentKiB - usage.anonymousKiB
    }

    @Test func `A directory at rest gives back more than half of the program that its start has mapped, and answers`()
        throws
    {
        let busy = try mapped()
        let deadline = Deadline()
        while try mapped() * 2 > busy {
            guard !deadline.hasPassed else {
                throw SupportError("\(try mapped()) of \(busy) KiB of the program are still mapped")
            }
            usleep(10_000)
        }
        #expect(try directory.history().isEmpty)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The memory of an agent that was sent much.
struct MemoryTests {
    @Test func `An agent gives the memory of a large message back`() throws {
        let desktop = try Desktop()
        try desktop.startAgent()
        let process = try #require(desktop.agent).processID
        let agent = try AgentClient(on: desktop.bus)
        let before = try ProcessUsage(of: process)
        // The agent keeps no option, but its reader makes a value of each.
        let words = DBusValue.array(of: "s", (0..<150_000).map { .string("a text of some length, number \($0)") })
        _ = try agent.object.error("ConfirmCall", "tel:+4930123456", .options(["Words": words]))
        let peak = try ProcessUsage(of: process).peakResidentKiB
        #expect(peak > before.residentKiB + 16_384)
        let deadline = Deadline()
        var usage = before
        repeat {
            usleep(10_000)
            usage = try ProcessUsage(of: process)
            guard !deadline.hasPassed else {
                throw SupportError("\(usage.anonymousKiB) KiB are in use, \(before.anonymousKiB) before the message")
            }
        } while usage.anonymousKiB > before.anonymousKiB + 8_192
    }
}

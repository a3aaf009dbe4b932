// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The memory of an agent that was sent much.
struct MemoryTests {
    @Test func `A message that is larger than its method needs is refused, and takes no memory of the agent`() throws {
        let desktop = try Desktop()
        try desktop.startAgent()
        let process = try #require(desktop.agent).processID
        let agent = try AgentClient(on: desktop.bus)
        let before = try ProcessUsage(of: process)
        let words = DBusValue.array(of: "s", (0..<150_000).map { .string("a text of some length, number \($0)") })
        for _ in 1...3 {
            let refusal = try agent.object.error("ConfirmCall", "tel:+4930123456", .options(["Words": words]))
            #expect(refusal?.shortName == "LimitsExceeded")
        }
        #expect(try ProcessUsage(of: process).peakResidentKiB < before.peakResidentKiB + 8_192)
    }
}

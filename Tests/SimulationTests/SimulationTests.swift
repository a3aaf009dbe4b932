// SPDX-License-Identifier: MIT

import Testing

@testable import Simulation

@Suite("The whole service under a virtual clock")
struct SimulationTests {
    @Test("breaks no rule, whatever its clients do and however late", arguments: 0..<3)
    func seeds(part: Int) throws {
        for seed in UInt64(part * 50)..<UInt64(part * 50 + 50) {
            let report = try Simulation().run(seed: seed)
            if let violation = report.violation { Issue.record("seed \(seed): \(violation)") }
        }
    }
}

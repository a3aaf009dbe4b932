// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

@testable import Simulation

/// The whole service under a virtual clock.
struct SimulationTests {
    @Test(arguments: 0..<4)
    func `The service breaks no rule, whatever its clients do and however late`(part: UInt64) throws {
        for seed in (part * 30)..<(part * 30 + 30) {
            let report = try Simulation().run(seed: seed, kills: seed % 2 == 0)
            if let violation = report.violation { Issue.record("make simulate SEED=\(seed): \(violation)") }
            #expect(report.completions > 0)
        }
    }

    @Test func `The simulation repeats a seed and a story from a file exactly`() throws {
        let directory = try TemporaryDirectory()
        for seed in UInt64(1)...5 {
            let first = try Simulation().run(seed: seed, kills: true)
            let file = "\(directory.url.path)/story"
            try first.story.write(to: file)
            #expect(try Simulation().run(seed: seed, kills: true).fingerprint == first.fingerprint)
            #expect(try Simulation().run(Story(file: file)).fingerprint == first.fingerprint)
        }
    }

    @Test func `The memory of the service does not grow with completed transactions`() throws {
        // A separate process, because no other test may use its memory.
        let soak = try ChildProcess.run([Product.path("simulate"), "--soak", "1000"])
        #expect(soak.succeeded, "\(soak)")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

@testable import Simulation

@Suite("The whole service under a virtual clock")
struct SimulationTests {
    @Test("breaks no rule, whatever its clients do and however late", arguments: 0..<4)
    func seeds(part: UInt64) throws {
        for seed in (part * 30)..<(part * 30 + 30) {
            let report = try Simulation().run(seed: seed)
            if let violation = report.violation { Issue.record("make simulate SEED=\(seed): \(violation)") }
            #expect(report.completions > 0)
        }
    }

    @Test("does the same for the same seed, and for the story that was written down of it")
    func replay() throws {
        let directory = try TemporaryDirectory()
        for seed in UInt64(1)...5 {
            let first = try Simulation().run(seed: seed)
            let file = "\(directory.url.path)/story"
            try first.story.write(to: file)
            #expect(try Simulation().run(seed: seed).fingerprint == first.fingerprint)
            #expect(try Simulation().run(Story(file: file)).fingerprint == first.fingerprint)
        }
    }

    @Test("forgets what it has done")
    func soak() throws {
        // A process of its own, whose memory no other test uses.
        let soak = try ChildProcess.run([Product.path("simulate"), "--soak", "1000"])
        #expect(soak.succeeded, "\(soak)")
    }
}

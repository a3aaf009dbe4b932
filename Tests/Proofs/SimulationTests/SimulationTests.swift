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

    @Test(arguments: [-7_200_000_000, 1_500_000, 86_400_000_000] as [Int64])
    func `A call that is told to have ended lasted as long as it did, although the date was set meanwhile`(
        jump: Int64
    ) throws {
        let stage = try Stage()
        var times: [String: UInt64] = [:]
        stage.onMessage = { message, _ in
            guard message.member == "PropertiesChanged" else { return }
            for key in ["ConnectedAt", "EndedAt"] {
                if case .uint64(let time)? = message.arguments[1][key] { times[key] = time }
            }
        }
        let (client, app) = Cast.apps[0]
        let deeds: [Deed] = [
            .register(app: app, groups: 1, holdsImplicitly: false),
            .exists(app: app, call: 1, state: "active", group: nil),
        ]
        func perform(_ deeds: [Deed], as client: Int) throws {
            try stage.perform(deeds.map { Input(time: 0, client: client, deed: $0) })
        }
        try perform([.subscribe], as: Cast.watcher)
        try perform(deeds, as: client)
        try stage.advance(to: stage.clock.now + 60_000_000)
        stage.clock.setDate(by: jump)
        try stage.advance(to: stage.clock.now + 30_000_000)
        try perform([.ended(call: 1, reason: "remote-ended")], as: client)
        #expect(times["EndedAt"] == stage.clock.date)
        #expect(times["EndedAt"] == times["ConnectedAt"].map { $0 + 90_000_000 })
    }

    @Test func `The memory of the service does not grow with completed transactions`() throws {
        // A separate process, because no other test may use its memory.
        let soak = try ChildProcess.run([Product.path("simulate"), "--soak", "1000"])
        #expect(soak.succeeded, "\(soak)")
    }
}

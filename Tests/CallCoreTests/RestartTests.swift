// SPDX-License-Identifier: MIT

import EventStories
import FuzzingSupport
import Testing

@testable import CallCore
@testable import EventStories

/// A restart is no event: a domain that is restored from its records before every event decides as one that lives on.
struct RestartTests {
    @Test(arguments: 0..<12) func `A domain that restarts before every event decides as one that does not`(
        part: Int
    ) throws {
        for seed in part * 20..<part * 20 + 20 { try replay(seed: seed) }
    }

    private func replay(seed: Int) throws {
        let bytes = RandomStoriesTests.bytes(seed: seed)
        try bytes.withUnsafeBufferPointer { bytes in
            var story = EventStory(Input(bytes))
            var lasting = story.domain
            try story.tell()
            var kept = Dictionary(uniqueKeysWithValues: lasting.records.map { ($0.key, $0) })
            for (number, (event, _)) in story.events.enumerated() {
                let now = UInt64(number) * 1_000_000
                var restored = try Domain(restoring: kept.values, policy: lasting.policy)
                let expected = Self.result(&lasting, event, now)
                let found = Self.result(&restored, event, now)
                try #require(found == expected, "seed \(seed), event \(number)")
                for record in restored.takeRecords() { kept[record.key] = record }
            }
        }
    }

    private static func result(
        _ domain: inout Domain, _ event: Event, _ now: UInt64
    ) -> Result<Domain.Response, CallError> {
        do throws(CallError) { return .success(try domain.handle(event, at: now)) } catch { return .failure(error) }
    }
}

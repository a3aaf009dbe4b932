// SPDX-License-Identifier: MIT

import EventStories
import FuzzingSupport
import Testing

@testable import CallCore

/// The fuzzer's stories, made from random bytes.
struct RandomStoriesTests {
    @Test(arguments: 0..<12) func `Random stories break no law and come to rest`(part: Int) {
        var completions = 0
        for seed in part * 20..<part * 20 + 20 {
            switch tell(seed: seed) {
            case .success(let story): completions += story.completions
            case .failure(let objection):
                Issue.record("seed \(seed): \(objection.sentence)\n\(objection.story.joined(separator: "\n"))")
            }
        }
        #expect(completions > 100)
    }

    @Test func `The same bytes tell the same story`() throws {
        #expect(try tell(seed: 7).get().lines == tell(seed: 7).get().lines)
    }

    private func tell(seed: Int) -> Result<(completions: Int, lines: [String]), EventStory.Objection> {
        Self.bytes(seed: seed).withUnsafeBufferPointer { bytes in
            var story = EventStory(Input(bytes))
            do throws(EventStory.Objection) {
                try story.tell()
                return .success((story.completions, story.lines))
            } catch {
                return .failure(error)
            }
        }
    }

    /// A story begins with three apps. One may be a modem, and one may swap its calls by itself.
    static func bytes(seed: Int) -> [UInt8] {
        var source = IDSource(seed: UInt64(seed))
        // The first and last bytes of an id are not fully random.
        let random = (0..<150).flatMap { _ in withUnsafeBytes(of: source.next() as CallID) { Array($0[2..<14]) } }
        let hasTightLimits: UInt8 = seed % 4 == 0 ? 1 : 0
        let swaps: UInt8 = seed % 3 == 0 ? 4 : 0
        return [hasTightLimits, 0, 0, 0, 2, 2, 0, 0, 0, 1, 2, 2, swaps, 0, 1, 2, 2, 2, 0] + random
    }
}

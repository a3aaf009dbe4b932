// SPDX-License-Identifier: MIT

internal import BusTesting

/// Runs stories of the service, and shortens those that break a rule.
public struct Simulation {
    /// The result of one story.
    public struct Report: Sendable {
        /// The seed of an invented story; nil for a replayed one.
        public var seed: UInt64?
        /// The inputs that reached the service.
        public let story: Story
        /// The rule that was broken; nil = none.
        public let violation: Violation?
        /// The number of completed transactions.
        public let completions: Int
        /// A hash of the service's messages: the same for every run of the same story.
        public let fingerprint: UInt64
    }

    /// For tests of the rules: replaces each message of the service by the messages that it returns.
    var tamper: ((BusMessage) -> [BusMessage])?

    /// A simulation that replaces no messages.
    public init() {}

    /// Invents a story of `events` events, `asks` percent of them requests, in which the service may be killed. Throws
    /// if no simulation can start.
    public func run(seed: UInt64, events: Int = 60, asks: Int = 44, kills: Bool = false) throws -> Report {
        let stage = try stage()
        let improviser = Improviser(stage: stage, seed: seed)
        improviser.asks = asks
        improviser.kills = kills
        let violation = Self.violation { () throws(Violation) in
            try improviser.begin()
            try improviser.improvise(events: events)
            try improviser.rest()
            try stage.finish()
        }
        return Report(
            seed: seed, story: Story(inputs: improviser.inputs), violation: violation,
            completions: stage.witness.completions,
            fingerprint: stage.fingerprint)
    }

    /// Replays a story.
    public func run(_ story: Story) throws -> Report {
        let stage = try stage()
        let violation = Self.violation { () throws(Violation) in try Self.tell(story, on: stage) }
        return Report(
            story: story, violation: violation, completions: stage.witness.completions, fingerprint: stage.fingerprint)
    }

    /// The deeds of a story and the service's messages, as text.
    public func words(_ story: Story) throws -> [String] {
        let stage = try stage()
        stage.lines = []
        let violation = Self.violation { () throws(Violation) in try Self.tell(story, on: stage) }
        return (stage.lines ?? []) + (violation.map { ["", "Not true: \($0)"] } ?? [])
    }

    /// A shorter story that breaks the same rule, and from which no single input can be removed.
    public func shrink(_ story: Story, breaking violation: Violation) throws -> Story {
        var inputs = story.inputs
        var size = max(1, inputs.count / 2)
        while true {
            var isShorter = false
            var place = 0
            while place < inputs.count {
                var candidate = inputs
                candidate.removeSubrange(place..<min(place + size, inputs.count))
                if try run(Story(inputs: candidate)).violation?.sentence == violation.sentence {
                    inputs = candidate
                    isShorter = true
                } else {
                    place += size
                }
            }
            // No single input can be removed.
            if size == 1, !isShorter { return Story(inputs: inputs) }
            if !isShorter || size > inputs.count { size = max(1, size / 2) }
        }
    }

    private func stage() throws -> Stage {
        let stage = try Stage()
        stage.tamper = tamper
        return stage
    }

    private static func tell(_ story: Story, on stage: Stage) throws(Violation) {
        var rest = story.inputs[...]
        while let time = rest.first?.time {
            try stage.advance(to: VirtualClock.beginning + time)
            let batch = rest.prefix { $0.time == time }
            rest = rest.dropFirst(batch.count)
            try stage.perform(Array(batch))
        }
        try stage.finish()
    }

    private static func violation(_ body: () throws(Violation) -> Void) -> Violation? {
        do throws(Violation) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

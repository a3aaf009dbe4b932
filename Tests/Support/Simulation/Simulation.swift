// SPDX-License-Identifier: MIT

internal import BusTesting

/// Runs stories of the service, and makes those that break a rule as short as they can be.
public struct Simulation {
    /// What a story showed.
    public struct Report: Sendable {
        /// What it was made up from; nil for one that was told again.
        public var seed: UInt64?
        /// Everything that reached the service.
        public let story: Story
        /// The rule that was broken, if one was.
        public let violation: Violation?
        /// How many transactions were completed.
        public let completions: Int
        /// The same for every run of the same story.
        public let fingerprint: UInt64
    }

    /// Stands between the service and everybody else, for tests of the rules: what comes in place of a message.
    var tamper: ((BusMessage) -> [BusMessage])?

    /// With nothing in between.
    public init() {}

    /// Makes a story up from a seed: so many things happen, and so many of a hundred are requests. Throws only where no simulation is possible.
    public func run(seed: UInt64, events: Int = 60, asks: Int = 44) throws -> Report {
        let stage = try stage()
        let improviser = Improviser(stage: stage, seed: seed)
        improviser.asks = asks
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

    /// Tells a story again.
    public func run(_ story: Story) throws -> Report {
        let stage = try stage()
        let violation = Self.violation { () throws(Violation) in try Self.tell(story, on: stage) }
        return Report(
            story: story, violation: violation, completions: stage.witness.completions, fingerprint: stage.fingerprint)
    }

    /// What a story does, and what the service says to it, in words.
    public func words(_ story: Story) throws -> [String] {
        let stage = try stage()
        stage.lines = []
        let violation = Self.violation { () throws(Violation) in try Self.tell(story, on: stage) }
        return (stage.lines ?? []) + (violation.map { ["", "Not true: \($0)"] } ?? [])
    }

    /// The shortest part of a story that breaks the same rule.
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
            // When single inputs are all needed, nothing can go.
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

// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import Testing

/// Random stories of the history, compared with a plain array after each step.
struct HistoryStoryTests {
    /// SplitMix64, so that a story can be told again.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    private static let keys = ["", "tel:+4930123456", "tel:+12125550100", "ada@example.org"]
    private static let providers = ["org.example.App", "org.example.Modem"]
    private static let apps = ["", "org.example.Sandboxed"]
    private static let filters = HistoryFilter.all(keys: keys, providers: providers, apps: apps)

    private struct Story {
        let history: History
        var model = HistoryModel()
        var dice: Dice

        mutating func call() -> PastCall {
            // Few calls and few times, so that they are repeated and collide.
            var call = PastCall.sample(
                .random(in: 0..<40, using: &dice), at: .random(in: 0..<60, using: &dice),
                from: keys.randomElement(using: &dice) ?? "",
                outcome: CallOutcome.allCases.randomElement(using: &dice) ?? .missed,
                isOutgoing: .random(using: &dice), provider: providers.randomElement(using: &dice) ?? "")
            call.app = apps.randomElement(using: &dice) ?? ""
            call.endedAt = .random(in: 60..<100, using: &dice)
            // The same UUIDs again, some minutes later.
            if Int.random(in: 0..<4, using: &dice) == 0 {
                call.startedAt += 600_000_000
                call.endedAt += 600_000_000
            }
            call.connectedAt = call.outcome == .answered ? 59 : 0
            call.isProviderLost = Int.random(in: 0..<3, using: &dice) == 0
            call.name = ["", "Ada", "Grace"].randomElement(using: &dice) ?? ""
            if !call.callerKey.isEmpty { call.handle = Handle(kind: .generic, value: call.callerKey) }
            return call
        }

        mutating func step() throws {
            switch Int.random(in: 0..<100, using: &dice) {
            case 0..<70:
                let calls = (0..<Int.random(in: 0..<3, using: &dice)).map { _ in call() }
                let changes = calls.map { model.record($0) }
                #expect(try history.record(calls).count == changes.count { $0 })
            case 70..<80:
                let ids = ids()
                model.markRead(ids)
                try history.markRead(ids)
            case 80..<90:
                let ids = ids()
                model.remove { ids.contains($0.id) }
                try history.remove(ids)
            case 90..<98:
                let filter = filters.randomElement(using: &dice) ?? HistoryFilter()
                let before = Time.random(in: 0..<80, using: &dice)
                model.remove { filter.means($0) && $0.id < before }
                #expect(try history.removeSome(filter, before: before) == false)
            default:
                model.remove { _ in true }
                try history.removeAll()
            }
        }

        private mutating func ids() -> [Int64] {
            (0..<3).map { _ in Int64.random(in: 0..<90, using: &dice) }
        }

        /// Everything that can be read, and pages of it at random places.
        mutating func compare() throws {
            #expect(try history.calls(limit: 1_000) == model.entries)
            for blocked in [true, false] {
                #expect(
                    try history.recents(includesBlocked: blocked, limit: 1_000)
                        == model.recents(includesBlocked: blocked))
            }
            #expect(try history.unreadMissed == model.entries.count { $0.isUnread })
            let filter = filters.randomElement(using: &dice) ?? HistoryFilter()
            let (before, limit) = (Time.random(in: 0..<90, using: &dice), Int.random(in: 0..<5, using: &dice))
            #expect(
                try history.calls(filter, before: before, limit: limit)
                    == model.calls(filter, before: before, limit: limit))
            let some = keys.filter { _ in Bool.random(using: &dice) }
            #expect(try history.lastCall(withCallers: some)?.line == model.lastLine(some))
            for key in keys {
                for app in apps {
                    let called = model.entries.contains {
                        $0.call.isOutgoing && $0.call.callerKey == key && $0.id >= before
                            && ["", app].contains($0.call.app)
                    }
                    #expect(try history.hasCalled(key, since: before, in: app) == called)
                }
            }
        }
    }

    @Test(arguments: 1...8) func `The history of a random story is the same as an array`(seed: UInt64) throws {
        let sample = try Sample()
        var story = Story(history: sample.history, dice: Dice(state: seed))
        for _ in 0..<150 {
            try story.step()
            try story.compare()
        }
    }

    @Test func `Every combination of filters finds the same calls as in an array`() throws {
        let sample = try Sample()
        var story = Story(history: sample.history, dice: Dice(state: 99))
        while story.model.entries.count < 40 {
            let call = story.call()
            _ = story.model.record(call)
            try sample.history.record([call])
        }
        try sample.history.markRead([10, 20, 30])
        story.model.markRead([10, 20, 30])
        for filter in Self.filters {
            #expect(try sample.history.calls(filter, limit: 100) == story.model.calls(filter))
        }
    }
}

// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore
import Testing

/// The order in which rules, lists and screeners decide.
struct OrderTests {
    /// The places of the order, each with the decision that it gives alone. The tests put them into a world one by one,
    /// so this table says the order a second time, without the code of `RuleBook.decide`.
    private struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let decision: ScreeningDecision
        let enter: @Sendable (inout SmallWorld) -> Void

        init(
            _ name: String, _ verdict: Verdict, _ reason: ScreeningReason,
            _ enter: @escaping @Sendable (inout SmallWorld) -> Void
        ) {
            testDescription = name
            decision = ScreeningDecision(verdict, reason)
            self.enter = enter
        }
    }

    private static let order: [Place] = [
        Place("the switch", .allow, .switchedOff) { $0.switchedOff = true },
        Place("the user's own block", .reject, .blockedCaller) { $0.ownRule = .reject },
        Place("a contact", .allow, .contact) { $0.contact = true },
        Place("a favourite", .allow, .favourite) { $0.favourite = true },
        Place("the user's own allow", .allow, .allowedCaller) { $0.ownRule = .allow },
        Place("a number that the user called recently", .allow, .calledRecently) { $0.calledRecently = true },
        Place("an address book that has not been read", .allow, .unreadContacts) { $0.unreadContacts = true },
        Place("a rule about many callers", .silence, .rule(SmallWorld.prefix)) { $0.widerRule = .silence },
        Place("the user's first list", .reject, .list("0")) { $0.lists = [.reject] },
        Place("the strictest screener", .silence, .screener("1")) { $0.screeners = [.allow, .silence] },
        Place("an unknown caller", .allow, .unknownCaller) { _ in },
    ]

    @Test(arguments: order)
    private func `Each place of the order decides if it is alone`(place: Place) {
        var world = SmallWorld()
        place.enter(&world)
        #expect(world.decision == place.decision)
    }

    @Test(arguments: zip(order, order.dropFirst()))
    private func `Each place of the order goes before the next one`(earlier: Place, later: Place) {
        var world = SmallWorld()
        later.enter(&world)
        earlier.enter(&world)
        #expect(world.decision == earlier.decision)
    }

    @Test func `In every small world the first place of the order that applies decides`() {
        var wrong: [SmallWorld] = []
        SmallWorld.forEach { if $0.decision != expected(in: $0) { wrong.append($0) } }
        #expect(wrong.first == nil, "and \(wrong.count) worlds in all")
    }

    @Test func `Screeners are asked only if nothing else decides`() {
        var wrong: [SmallWorld] = []
        SmallWorld.forEach { world in
            var silent = world
            silent.screeners = []
            let asked = world.book.decide(world.facts) == nil
            if asked != (expected(in: silent).reason == .unknownCaller) { wrong.append(world) }
        }
        #expect(wrong.first == nil, "and \(wrong.count) worlds in all")
    }

    @Test func `A world without a rule of the user, a list or a screener lets every call ring`() {
        SmallWorld.forEach { world in
            let isEmpty = world.ownRule == nil && world.widerRule == nil && world.lists + world.screeners == []
            if isEmpty, world.decision.verdict != .allow { Issue.record("\(world)") }
        }
    }

    @Test func `A decision names a filter only if the call is rejected`() {
        SmallWorld.forEach { world in
            let decision = world.decision
            let filter: CallFilter? =
                switch decision.reason {
                case _ where decision.verdict != .reject: nil
                case .screener: .screener
                default: .blockList
                }
            if decision.filter != filter { Issue.record("\(world)") }
        }
    }

    /// The same order as a table of conditions.
    private func expected(in world: SmallWorld) -> ScreeningDecision {
        let strictest: Verdict? =
            world.screeners.contains(.reject)
            ? .reject : world.screeners.contains(.silence) ? .silence : world.screeners.first
        let table: [(applies: Bool, verdict: Verdict?, reason: ScreeningReason)] = [
            (world.switchedOff, .allow, .switchedOff),
            (world.ownRule == .silence || world.ownRule == .reject, world.ownRule, .blockedCaller),
            (world.contact, .allow, .contact),
            (world.favourite, .allow, .favourite),
            (world.ownRule == .allow, .allow, .allowedCaller),
            (world.calledRecently, .allow, .calledRecently),
            (world.unreadContacts, .allow, .unreadContacts),
            (world.widerRule != nil, world.widerRule, .rule(SmallWorld.prefix)),
            (!world.lists.isEmpty, world.lists.first, .list("0")),
            (
                strictest != nil, strictest,
                .screener(world.screeners.firstIndex { $0 == strictest }.map(String.init) ?? "")
            ),
        ]
        guard let row = table.first(where: \.applies), let verdict = row.verdict else {
            return ScreeningDecision(.allow, .unknownCaller)
        }
        return ScreeningDecision(verdict, row.reason)
    }
}

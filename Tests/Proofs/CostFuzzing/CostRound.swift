// SPDX-License-Identifier: MIT

import BusTesting

/// A story of some attackers and two bystanders, which a seed decides. It has a bus and a service of its own, so that a
/// seed alone repeats it.
package struct CostRound: Sendable, CustomStringConvertible {
    package enum Bus: String, CaseIterable, Sendable {
        case daemon
        case broker
    }

    /// How much the attackers of a round may do.
    package struct Size: Sendable {
        package var attackers: Int
        package var messages: Int
        package var bytes: Int
        package var connections: Int
        package var objects: Int
        /// How long the attackers go on at most.
        package var seconds: Double

        /// For a run of some minutes or longer.
        package static let large = Size(
            attackers: 4, messages: 200_000, bytes: 400 << 20, connections: 160, objects: 20_000, seconds: 6)
        /// For every run of the tests.
        package static let small = Size(
            attackers: 4, messages: 20_000, bytes: 128 << 20, connections: 60, objects: 3_000, seconds: 2.5)
        /// For a service with a small part of a processor.
        package static let slow = Size(
            attackers: 3, messages: 3_000, bytes: 40 << 20, connections: 20, objects: 500, seconds: 2)
    }

    package let seed: UInt64
    package let bus: Bus
    /// The service's part of a processor; nil = all of it.
    package let percent: Int?
    package let seconds: Double
    /// Whether the service is killed once meanwhile, by somebody else than an attacker.
    package let restarts: Bool
    package let attacks: [Attack]

    /// - Parameter turn: rounds with consecutive turns of one seed have all kinds of attackers, one after the other
    package init(seed: UInt64, turn: Int = 0, bus: Bus, percent: Int? = nil, size: Size) {
        var deck = SeededGenerator(seed: seed)
        let kinds = Attack.Kind.allCases.shuffled(using: &deck)
        var dice = SeededGenerator(seed: seed &+ UInt64(turn) &* 0x5851_f42d_4c95_7f2d)
        (self.seed, self.bus, self.percent, seconds) = (seed, bus, percent, size.seconds)
        restarts = dice.chance(3)
        attacks = (0..<size.attackers).map { number in
            let kind = kinds[(turn * size.attackers + number) % kinds.count]
            return Attack(kind, size, seed: UInt64.random(in: 1...0xffff, using: &dice), &dice)
        }
    }

    /// The rounds of one turn that have all kinds.
    package static func turns(of size: Size) -> Int {
        (Attack.Kind.allCases.count + size.attackers - 1) / size.attackers
    }

    package var description: String {
        let place = "\(bus.rawValue)" + (percent.map { ", \($0) % of a processor" } ?? "")
        return "seed \(seed) on \(place)\(restarts ? ", with a restart" : "")"
            + attacks.map { "\n    \($0)" }.joined()
    }
}

extension Attack {
    /// Budgets between a tenth of the size and all of it: the dangerous ones are often not the largest. Only large
    /// messages need it all.
    fileprivate init(_ kind: Kind, _ size: CostRound.Size, seed: UInt64, _ dice: inout SeededGenerator) {
        func part(_ whole: Int) -> Int { max(1, whole / Int.random(in: 1...10, using: &dice)) }
        self.init(
            kind: kind, seed: seed, messages: part(size.messages),
            bytes: kind == .largeMessages ? size.bytes : part(size.bytes),
            connections: part(size.connections / size.attackers), objects: part(size.objects),
            isDeaf: dice.chance(3), wantsReplies: !dice.chance(2),
            ending: Ending.allCases[Int.random(in: Ending.allCases.indices, using: &dice)])
    }
}

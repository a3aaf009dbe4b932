// SPDX-License-Identifier: MIT

import ArgumentParser
import BusTesting
import CostFuzzing
import Foundation

/// Looks for seeds whose attackers make others wait, or end the service.
@main
struct Costs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Attack the service within its unit's limits, beside programs that want an ordinary call.",
        discussion: "Needs root. Exits with 1 when a bystander waits too long or is refused, or the service ends.",
        subcommands: [Run.self, Attack.self, Floor.self], defaultSubcommand: Run.self)

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Play rounds of attackers and bystanders.")

        @Option(help: "The first seed.")
        var seed: UInt64 = 1

        @Option(help: "How long to go on. Without it, the first seed alone.")
        var seconds: Double?

        @Option(help: "Only this bus: daemon or broker.")
        var bus: String?

        @Option(help: "Only with this part of a processor: 100, or 6.")
        var percent: Int?

        @Option(help: "Only this round of a seed, from 0.")
        var turn: Int?

        @Flag(help: "With the small budgets of CostTests.")
        var small = false

        @Option(help: "How many milliseconds a bystander may wait beyond the bus alone.")
        var limit = 1_000

        func run() throws {
            let end = ContinuousClock.now + .seconds(seconds ?? 0)
            var (seed, failures) = (seed, 0)
            repeat {
                for round in rounds(of: seed) { failures += try play(round) ? 0 : 1 }
                seed += 1
            } while ContinuousClock.now < end
            say("\(failures) rounds failed")
            if failures > 0 { throw ExitCode.failure }
        }

        private func rounds(of seed: UInt64) -> [CostRound] {
            let buses = CostRound.Bus.allCases.filter { bus == nil || $0.rawValue == bus }
            return buses.flatMap { bus in
                [100, 6].filter { percent == nil || $0 == percent }.flatMap { percent in
                    let size = percent != 100 ? CostRound.Size.slow : small ? .small : .large
                    return (0..<CostRound.turns(of: size)).filter { turn == nil || $0 == turn }.map {
                        CostRound(seed: seed, turn: $0, bus: bus, percent: percent == 100 ? nil : percent, size: size)
                    }
                }
            }
        }

        /// Prints a line at once, also into a file.
        private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

        /// Whether the round is good.
        private func play(_ round: CostRound) throws -> Bool {
            let report = try round.run(attacker: CommandLine.arguments[0])
            var faults = report.faults
            var floor: Duration?
            if let wait = report.longest(\.beyondBus), wait.beyondBus > .milliseconds(limit) {
                let longest = try round.longestOfFloor(attacker: CommandLine.arguments[0])
                if wait.beyond(longest) > .milliseconds(limit) { faults.append("a bystander waits too long: \(wait)") }
                floor = longest
            }
            say("\(faults.isEmpty ? "good" : "BAD") \(round)")
            say("    \(report.visits) visits, \(report.peakKiB >> 10) MB, \(report.limits)")
            if report.refusalsOfBus > 0 { say("    the bus had no room \(report.refusalsOfBus) times") }
            for wait in [report.longest(\.beyondBus), report.longest(\.service)].compactMap({ $0 }) {
                say("    longest: \(wait)")
            }
            if let floor { say("    the floor: \(Int(floor / .milliseconds(1))) ms") }
            for fault in faults { say("    FAULT: \(fault)") }
            return faults.isEmpty
        }
    }

    struct Floor: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stand in the place of the service, with its options.", shouldDisplay: false)

        @Option var address: String
        @Option var config: String?
        @Option var state: String?

        func run() throws { try FloorService.run(address: address) }
    }

    struct Attack: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Be one attacker.", shouldDisplay: false)

        @Option(help: "The address of the bus.")
        var address: String

        @Argument(help: "The words of the attack.")
        var words: String

        func run() throws {
            guard let attack = CostFuzzing.Attack(words: words) else { throw ValidationError("no attack: \(words)") }
            var attacker = try Attacker(attack, address: address)
            try attacker.run()
        }
    }
}

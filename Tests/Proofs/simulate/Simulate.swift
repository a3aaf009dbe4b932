// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Simulation

/// Looks for seeds that make the service break a rule, and prints the shortened stories of the first three.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Run the whole service under a virtual clock, with clients of all kinds.",
        discussion: "Exits with 1 when a rule is broken, or memory grows.")

    @Option(help: "How many seeds.")
    var seeds: UInt64 = 3_000

    @Option(help: "The first of them.")
    var firstSeed: UInt64 = 1

    @Option(help: "How many things happen in each story.")
    var events = 60

    @Option(help: "How many of a hundred of these are requests.")
    var asks = 44

    @Option(help: "Tell this story again, in words, and nothing else.", completion: .file())
    var story: String?

    @Flag(help: "Tell the story of each seed, in words.")
    var tell = false

    @Option(help: "Where stories that break a rule are written to.", completion: .directory)
    var stories = FileManager.default.temporaryDirectory.path

    @Option(help: "In place of seeds: one service for so many transactions, and its memory.")
    var soak: Int?

    func run() async throws {
        if let story { return try tell(Story(file: story)) }
        if let soak { return try endure(soak) }
        try await runSeeds()
    }

    private func tell(_ story: Story) throws {
        for line in try Simulation().words(story) { print(line) }
        if try Simulation().run(story).violation != nil { throw ExitCode.failure }
    }

    /// In every other story the service is killed from time to time.
    private func run(_ seed: UInt64) throws -> Simulation.Report {
        try Simulation().run(seed: seed, events: events, asks: asks, kills: seed % 2 == 0)
    }

    private func runSeeds() async throws {
        let clock = ContinuousClock()
        let began = clock.now
        var (failures, transactions, fingerprint) = (0, 0, UInt64(0))
        try await withThrowingTaskGroup(of: Simulation.Report.self) { group in
            let all = firstSeed..<firstSeed + seeds
            var waiting = all.dropFirst(2)
            for seed in all.prefix(2) { group.addTask { try run(seed) } }
            for try await report in group {
                transactions += report.completions
                // The reports come in any order, and XOR gives the same result in any order.
                fingerprint ^= report.fingerprint
                if let seed = waiting.popFirst() {
                    group.addTask { try run(seed) }
                }
                if tell { for line in try Simulation().words(report.story) { print(line) } }
                guard let violation = report.violation else { continue }
                failures += 1
                // Three explanations are enough to read.
                if failures <= 3 { try explain(report.seed ?? 0, report.story, violation) }
            }
        }
        let seconds = (clock.now - began).components.seconds
        print("\(seeds) seeds, \(transactions) transactions, \(failures) broke a rule, \(seconds) s")
        print("fingerprint \(String(fingerprint, radix: 16))")
        if failures > 0 { throw ExitCode.failure }
    }

    private func explain(_ seed: UInt64, _ story: Story, _ violation: Violation) throws {
        let short = try Simulation().shrink(story, breaking: violation)
        let file = "\(stories)/seed-\(seed).json"
        try FileManager.default.createDirectory(atPath: stories, withIntermediateDirectories: true)
        try short.write(to: file)
        print("seed \(seed): \(violation)")
        print("\(short.count) of \(story.count) inputs are enough:")
        for line in try Simulation().words(short) { print("  \(line)") }
        print("Again: make simulate SEED=\(seed) EVENTS=\(events), or simulate --story \(file)\n")
    }

    private func endure(_ transactions: Int) throws {
        var soak = try Soak(seed: firstSeed)
        let clock = ContinuousClock()
        let began = clock.now
        let violation = soak.run(transactions: transactions) { line in
            print(line)
            fflush(nil)
        }
        if let violation {
            print("Not true: \(violation)")
            throw ExitCode.failure
        }
        print("\((clock.now - began).components.seconds) s")
    }
}

// SPDX-License-Identifier: MIT

internal import CallContract
internal import DirectoryDatabase
internal import Foundation

/// Times of a history with 100,000 calls with 5,000 callers.
struct HistoryTimes {
    private let clock = ContinuousClock()
    private let database: DirectoryDatabase
    private let history: History
    private static let (calls, callers, repetitions) = (100_000, 5_000, 200)
    private static let names = ["Ada Lovelace", "Grace Hopper", "李小龙", "Zoë Müller", "Иван Петров"]

    init(in folder: URL) throws {
        database = try DirectoryDatabase(in: folder.appendingPathComponent("history").path)
        history = History(database)
    }

    func run() throws {
        let time = try clock.measure {
            for start in stride(from: 0, to: Self.calls, by: 1_000) {
                try history.record((start..<start + 1_000).map(call))
            }
        }
        print("history: \(Self.calls) calls recorded in \(time)")
        try report("page of 50 calls") { try history.calls(HistoryFilter(), limit: 50).count }
        try report("page of 50 callers") { try history.recents(limit: 50).count }
        try report("search with 20 hits") { try history.search("hopper 49", limit: 20).count }
        try report("search in the middle of a word") { try history.search("小龙", limit: 20).count }
        try report("search without a hit") { try history.search("nothing like it", limit: 20).count }
        database.close()
    }

    private func call(_ place: Int) -> PastCall {
        let caller = place * 7_919 % Self.callers
        let number = "+4930\(1_000_000 + caller)"
        let time = 1_700_000_000_000_000 + Time(place) * 60_000_000
        var call = PastCall(
            CallID(high: UInt64(place), low: 1), provider: "org.example.Phone", startedAt: time,
            endedAt: time + 1_000_000, endedReason: .remoteEnded, outcome: .answered)
        call.handle = Handle(kind: .phoneNumber, value: number)
        call.callerKey = number
        call.name = "\(Self.names[caller % Self.names.count]) \(caller)"
        call.isOutgoing = place % 3 == 0
        return call
    }

    private func report(_ line: String, _ body: () throws -> Int) throws {
        var (times, count): ([Double], Int) = ([], 0)
        for _ in 0..<Self.repetitions {
            times.append(try clock.measure { count = try body() } / .milliseconds(1))
        }
        times.sort()
        let (p50, p99) = (times[times.count / 2], times[times.count * 99 / 100])
        print("history: \(line), ms: p50 \(String(format: "%.2f", p50)), p99 \(String(format: "%.2f", p99)) (\(count))")
    }
}

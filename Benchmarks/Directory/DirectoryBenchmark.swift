// SPDX-License-Identifier: MIT

internal import DirectoryDatabase
internal import Foundation
internal import GRDB

/// Measures block lists of ten million numbers beside a table with a row for each number, in one run. The ratio is the
/// result; the times depend on the machine. It also starts the `monkeycall-directory` beside it on a bus of its own:
/// `swift build -c release --product monkeycall-directory && swift run -c release directory-benchmark [NUMBERS]`
@main
struct DirectoryBenchmark {
    private static let lookups = 20_000
    private let clock = ContinuousClock()
    private let folder: URL
    /// The program that is measured over the bus.
    private let directory: String
    private let numbers: [Int64]
    private let others: [Int64]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let directory = arguments.first, let count = arguments.last.flatMap(Int.init) else {
            throw ArgumentsError()
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try DirectoryBenchmark(folder: folder, count: count, directory: directory).run()
        try HistoryTimes(in: folder).run()
    }

    private struct ArgumentsError: Error, CustomStringConvertible {
        let description = "usage: directory-benchmark MONKEYCALL-DIRECTORY NUMBERS"
    }

    private init(folder: URL, count: Int, directory: String) {
        (self.folder, self.directory) = (folder, directory)
        numbers = Self.numbers(count, seed: 1)
        others = Self.numbers(count, seed: 2)
    }

    /// Ascending numbers of about twelve digits, half of them in clusters.
    private static func numbers(_ count: Int, seed: UInt64) -> [Int64] {
        var random = seed
        func next(_ bound: UInt64) -> Int64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((random >> 33) % bound) + 1
        }
        var number: Int64 = 1_000_000_000
        return (0..<count).map { place in
            number += place / 1_000 % 2 == 0 ? next(3) : next(80_000)
            return number
        }
    }

    private func run() throws {
        let pool = try DatabasePool(path: path("blocks"))
        var migrator = DatabaseMigrator()
        Schema.register(in: &migrator)
        try migrator.migrate(pool)
        let lists = try Lists(pool)
        for name in ["first", "second"] { try lists.add(name, kind: .file, isEnabled: true) }

        let blockLoad = try clock.measure { try load(numbers, "first", lists) }
        let blockSize = try size(pool)
        let rows = try DatabasePool(path: path("rows"))
        let rowLoad = try clock.measure { try loadRows(rows) }
        report("load, numbers/s", rate(blockLoad), rate(rowLoad), "more")
        report("on disk, MB", blockSize, try size(rows), "of the size")

        try measureBus(beside: rowLoad, rowSize: try size(rows))

        try load(others, "second", lists)
        let blockLookup = try times { number in _ = try pool.read { try Lists.source(blocking: number, in: $0) } }
        let rowLookup = try times { number in
            _ = try rows.read { db in
                try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT 1 FROM number WHERE number = ?"), arguments: [number])
            }
        }
        report("lookup p50, µs (two lists)", blockLookup.p50, rowLookup.p50, "of the time")
        report("lookup p99, µs (two lists)", blockLookup.p99, rowLookup.p99, "of the time")

        let loading = Thread { [self] in try? load(numbers, "first", lists) }
        loading.start()
        let busy = try times { number in _ = try pool.read { try Lists.source(blocking: number, in: $0) } }
        print("lookup during a load, µs: p50 \(busy.p50), p99 \(busy.p99)")
        while !loading.isFinished { usleep(1_000) }
        try edit(lists)
        try measureLabels(lists, pool)
        print("remove a list: \(try clock.measure { try lists.remove("first") })")
    }

    /// The same load over a bus into a real directory.
    private func measureBus(beside rowLoad: Duration, rowSize: Double) throws {
        let bus = try BusLoad(directory, in: folder)
        defer { bus.end() }
        let time = try bus.load(numbers)
        report("load over the bus, numbers/s", rate(time), rate(rowLoad), "more")
        report("on disk after it, MB", bus.size / 1e6, rowSize, "of the size")
        let lookup = try times { _ = try bus.blocks($0) }
        print("Lookup over the bus, µs: p50 \(lookup.p50), p99 \(lookup.p99)")
    }

    /// Ten million numbers with a thousand different labels.
    private func measureLabels(_ lists: Lists, _ pool: DatabasePool) throws {
        let labels = (0..<1_000).map { "Company number \($0)" }
        try lists.add("labels", kind: .file, isEnabled: true)
        let load = try lists.begin("labels", incremental: false)
        let time = try clock.measure {
            for start in stride(from: 0, to: numbers.count, by: 10_000) {
                let places = start..<min(start + 10_000, numbers.count)
                try load.addIdentified(places.map { (numbers[$0], labels[$0 % labels.count]) })
            }
            try load.commit(at: 0)
        }
        let lookup = try times { number in _ = try pool.read { try Lists.label(of: number, in: $0) } }
        print("identification: load \(Int(rate(time))) numbers/s, lookup p50 \(lookup.p50) µs, p99 \(lookup.p99) µs")
    }

    private func load(_ numbers: [Int64], _ source: String, _ lists: Lists) throws {
        let load = try lists.begin(source, incremental: false)
        for start in stride(from: 0, to: numbers.count, by: 10_000) {
            try load.addBlocked(Array(numbers[start..<min(start + 10_000, numbers.count)]))
        }
        try load.commit(at: 0)
    }

    private func edit(_ lists: Lists) throws {
        let load = try lists.begin("second", incremental: true)
        let time = try clock.measure {
            try load.addBlocked(stride(from: 0, to: numbers.count, by: numbers.count / 1_000).map { numbers[$0] })
            try load.commit(at: 0)
        }
        print("incremental load of 1,000 scattered numbers: \(time)")
    }

    private func loadRows(_ pool: DatabasePool) throws {
        try pool.write { db in
            try db.execute(sql: "CREATE TABLE number (number INTEGER PRIMARY KEY)")
            let insert = try db.makeStatement(sql: "INSERT INTO number VALUES (?)")
            for number in numbers { try insert.execute(arguments: [number]) }
        }
    }

    /// The times of lookups of numbers of which half are in the list, in µs.
    private func times(_ lookup: (Int64) throws -> Void) throws -> (p50: Double, p99: Double) {
        var place = 7
        var times: [Double] = []
        for turn in 0..<2 * Self.lookups {
            place = (place + 7_368_787) % numbers.count
            let time = try clock.measure { try lookup(numbers[place] + Int64(turn % 2)) }
            // The first half only warms up.
            if turn >= Self.lookups { times.append(time / .microseconds(1)) }
        }
        times.sort()
        return (times[times.count / 2], times[times.count * 99 / 100])
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func rate(_ time: Duration) -> Double { Double(numbers.count) / (time / .seconds(1)) }

    private func size(_ pool: DatabasePool) throws -> Double {
        try pool.read { db in
            try Double.fetchOne(
                db, sql: "SELECT page_count * page_size / 1e6 FROM pragma_page_count, pragma_page_size") ?? 0
        }
    }

    private func report(_ line: String, _ blocks: Double, _ rows: Double, _ word: String) {
        func text(_ value: Double) -> String { String(format: value < 1_000 ? "%.1f" : "%.0f", value) }
        print(
            "\(line): blocks \(text(blocks)), a row for each \(text(rows)): \(String(format: "%.2f", blocks / rows)) \(word)"
        )
    }
}

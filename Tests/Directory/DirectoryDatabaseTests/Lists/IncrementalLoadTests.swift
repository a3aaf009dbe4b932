// SPDX-License-Identifier: MIT

import CallContract
import Foundation
import GRDB
import Testing

@testable import DirectoryDatabase

struct IncrementalLoadTests {
    @Test func `The first load of a source is complete even if the caller asks for an incremental one`() throws {
        let store = try Store()
        let load = try store.lists.begin("spam", incremental: true)
        #expect(!load.isIncremental)
        try load.commit(at: 1)
        #expect(try store.lists.begin("spam", incremental: true).isIncremental)
    }

    @Test func `A removal in a complete load is refused`() throws {
        let store = try Store()
        for remove: (ListLoad) throws -> Void in [
            { try $0.removeBlocked([1]) }, { try $0.removeIdentified([1]) }, { try $0.removeAll(.blocked) },
        ] {
            let load = try store.lists.begin("spam", incremental: false)
            let error = #expect(throws: ListError.self) { try remove(load) }
            #expect(error?.code == .unexpectedIncrementalRemoval)
        }
    }

    @Test func `Of an addition and a removal of one number the later one remains`() throws {
        let store = try Store()
        try store.load(blocked: [1, 2, 9], identified: [(1, "A")])
        let load = try store.lists.begin("spam", incremental: true)
        try load.removeBlocked([3, 2])
        try load.removeIdentified([1])
        try load.addBlocked([3, 4, 5])
        try load.addIdentified([(1, "B")])
        try load.removeBlocked([5, 1, 7])
        try load.commit(at: 2)
        #expect(try store.blocked(among: 1...10) == [3, 4, 9])
        #expect(try store.lists.label(of: 1) == "B")
        #expect(try store.source().blocked == 3)
    }

    @Test func `An incremental load keeps the list that it does not mention`() throws {
        let store = try Store()
        try store.load(
            blocked: [1, 2], identified: [(3, "A")],
            handles: [(Handle(kind: .generic, value: "a@b"), ""), (Handle(kind: .generic, value: "a@b"), "Ada")])
        let load = try store.lists.begin("spam", incremental: true)
        try load.removeAll(.blocked)
        try load.addBlocked([5])
        try load.addHandles([(Handle(kind: .generic, value: "c@d"), "Carl")])
        try load.commit(at: 2)
        #expect(try store.blocked(among: 1...10) == [5])
        #expect(try store.lists.label(of: 3) == "A")
        #expect(try store.lists.source(blocking: Handle(kind: .generic, value: "a@b")) == nil)
        #expect(try store.lists.label(of: Handle(kind: .generic, value: "a@b")) == "Ada")
        #expect(try store.lists.label(of: Handle(kind: .generic, value: "c@d")) == "Carl")
        let source = try store.source()
        #expect((source.blocked, source.identified, source.handles) == (1, 1, 2))
    }

    @Test func `Numbers that were added before all are removed are gone`() throws {
        let store = try Store()
        try store.load(blocked: [1])
        let load = try store.lists.begin("spam", incremental: true)
        try load.addBlocked(Array(10...200_000))
        try load.removeAll(.blocked)
        try load.addBlocked([3, 4])
        try load.removeBlocked([4])
        try load.commit(at: 2)
        #expect(try store.blocked(among: 1...20) == [3])
        #expect(try store.rows().count == 1)
        #expect(try store.source().blocked == 1)
    }

    @Test func `An incremental load rewrites only the blocks that it changes`() throws {
        let store = try Store()
        try store.load(blocked: (1...100_000).map { $0 * 2 })
        let before = try store.rows()
        let load = try store.lists.begin("spam", incremental: true)
        try load.addBlocked([100_001])
        try load.removeBlocked([1_024 * 3])
        try load.commit(at: 2)
        let after = try store.rows()
        #expect(before.filter { after[$0.key] != $0.value }.count == 2)
        #expect(after.filter { before[$0.key] != $0.value }.count == 3, "The block with an addition is split.")
        #expect(try store.source().blocked == 100_000)
    }

    @Test func `Short blocks are joined when numbers are removed`() throws {
        let store = try Store()
        try store.load(blocked: Array(1...12_800))
        let load = try store.lists.begin("spam", incremental: true)
        try load.removeBlocked((1...12_800).filter { $0 % 50 != 0 })
        try load.commit(at: 2)
        #expect(try store.blocked(among: 1...12_800) == (1...256).map { $0 * 50 })
        #expect(try store.rows().count <= 2)
    }

    @Test func `A block that becomes short is joined with the next block, which has no change`() throws {
        let store = try Store()
        try store.load(blocked: Array(1...5_120))
        let load = try store.lists.begin("spam", incremental: true)
        try load.removeBlocked(Array(2...500))
        try load.commit(at: 2)
        #expect(try store.rows().count == 10)
        #expect(try store.pool.read { try Int.fetchOne($0, sql: "SELECT min(count) FROM listBlocked") } == 262)
        #expect(try store.blocked(among: 1...1_030) == [1] + Array(501...1_030))
    }

    /// The same edits of the lists and of plain collections, with numbers that collide and lists that become empty and
    /// long.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `Random loads give the same lists as plain collections`(seed: UInt64) throws {
        let store = try Store()
        var random = Seeded(state: seed)
        var (blocked, labels): (Set<Int64>, [Int64: String]) = ([], [:])
        let universe: ClosedRange<Int64> = 1...Int64.random(in: 50...6_000, using: &random)
        for step in 0..<12 {
            let load = try store.lists.begin("spam", incremental: step % 6 != 5)
            if !load.isIncremental { (blocked, labels) = ([], [:]) }
            var least = universe.lowerBound
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard least <= universe.upperBound else { break }
                if load.isIncremental {
                    let removed = sample(universe, &random).shuffled(using: &random)
                    try load.removeBlocked(removed)
                    blocked.subtract(removed)
                    let unlabelled = sample(universe, &random)
                    try load.removeIdentified(unlabelled)
                    for number in unlabelled { labels[number] = nil }
                    if Int.random(in: 0..<8, using: &random) == 0 {
                        try load.removeAll(.identified)
                        labels = [:]
                    }
                }
                let added = sample(least...universe.upperBound, &random)
                try load.addBlocked(added)
                blocked.formUnion(added)
                let label = "label \(Int.random(in: 0..<5, using: &random))"
                try load.addIdentified(added.map { ($0, label) })
                for number in added { labels[number] = label }
                least = (added.last ?? least - 1) + 1
            }
            guard Int.random(in: 0..<5, using: &random) > 0 else {
                load.abort()
                (blocked, labels) = try committed(store, universe)
                continue
            }
            try load.commit(at: UInt64(step))
            let lists = try committed(store, universe)
            #expect(lists.blocked == blocked)
            #expect(lists.labels == labels)
        }
    }

    private func sample(_ range: ClosedRange<Int64>, _ random: inout Seeded) -> [Int64] {
        let bounds = [Int64.random(in: range, using: &random), Int64.random(in: range, using: &random)].sorted()
        let density = Int.random(in: 0...10, using: &random)
        return (bounds[0]...bounds[1]).filter { _ in Int.random(in: 0..<10, using: &random) < density }
    }

    /// The lists as their rows have them, compared with some lookups.
    private func committed(
        _ store: Store, _ universe: ClosedRange<Int64>
    ) throws -> (blocked: Set<Int64>, labels: [Int64: String]) {
        let source = try store.source()
        let blocked = try blocks(.blocked, count: source.blocked, store).flatMap(\.numbers)
        let labelled = try blocks(.identified, count: source.identified, store)
            .flatMap { Array(zip($0.numbers, $0.labels)) }
        let lists = (blocked: Set(blocked), labels: Dictionary(uniqueKeysWithValues: labelled))
        for number in stride(from: 0, through: universe.upperBound, by: 13) {
            #expect(try (store.lists.source(blocking: number) != nil) == lists.blocked.contains(number))
            #expect(try store.lists.label(of: number) == lists.labels[number])
        }
        return lists
    }

    /// The rows of a list: whole blocks that do not overlap, belong to the source, and have as many entries as it says.
    private func blocks(_ kind: ListKind, count: Int, _ store: Store) throws -> [Block] {
        let rows = try store.pool.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT block.id & ((1 << 50) - 1) AS first, last, count, data,
                        block.id >> 50 = \(kind.version) AS isVisible
                    FROM \(kind.table) AS block, listSource ORDER BY block.id
                    """)
        }
        var blocks: [Block] = []
        for row in rows {
            let (first, last, data): (Int64, Int64, Data) = (row["first"], row["last"], row["data"])
            let block = data.withUnsafeBytes {
                Block(first: first, count: row["count"], data: $0, hasLabels: kind == .identified)
            }
            #expect(row["isVisible"])
            #expect(first > blocks.last?.numbers.last ?? 0)
            #expect(block?.numbers.last == last)
            blocks.append(try #require(block))
        }
        #expect(blocks.reduce(0) { $0 + $1.count } == count)
        return blocks
    }
}

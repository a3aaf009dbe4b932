// SPDX-License-Identifier: MIT

import CallContract
import Foundation
import GRDB
import TestNames
import Testing

@testable import DirectoryDatabase

struct ListLoadTests {
    @Test func `A complete load replaces the lists of its source`() throws {
        let store = try Store()
        try store.load(blocked: [1, 2, 3], identified: [(7, "Bank")])
        try store.load(blocked: [3, 4], identified: [(8, "Doctor")])
        #expect(try store.blocked(among: 1...5) == [3, 4])
        #expect(try store.lists.label(of: 7) == nil)
        #expect(try store.lists.label(of: 8) == "Doctor")
        #expect(try store.rows().count == 1)
        #expect(try store.rows(.identified).count == 1)
    }

    @Test func `Lookups see the old list until a load is committed`() throws {
        let store = try Store()
        try store.load(blocked: [1])
        let load = try store.lists.begin("spam", incremental: false)
        try load.addBlocked(Array(2...200_000))
        #expect(try store.rows().count > 100, "A part of the new list is in the database.")
        #expect(try store.blocked(among: [1, 2, 100_000]) == [1])
        try load.commit(at: 5)
        #expect(try store.blocked(among: [1, 2, 100_000, 200_000, 200_001]) == [2, 100_000, 200_000])
        let source = try store.source()
        #expect(source.blocked == 199_999)
        #expect(source.loaded == 5)
    }

    @Test func `Every number of a long list is found, and no number between them`() throws {
        let store = try Store()
        let numbers = (1...1_100).map { Int64($0) * 7 + 490_000_000_000 }
        try store.load(blocked: numbers, identified: numbers.map { ($0, "\($0 % 5)") })
        #expect(try store.blocked(among: 489_999_999_900...490_000_008_000) == numbers)
        for number in numbers {
            #expect(try store.lists.label(of: number) == "\(number % 5)")
            #expect(try store.lists.label(of: number + 1) == nil)
        }
    }

    @Test func `The greatest number can be blocked`() throws {
        let store = try Store()
        try store.load(blocked: [1, 999_999_999_999_999])
        #expect(
            try store.blocked(among: [.min, -1, 0, 1, 999_999_999_999_999, 1 << 50, .max]) == [1, 999_999_999_999_999])
    }

    @Test(arguments: [
        ([2, 1], ListError.Code.entriesOutOfOrder), ([2, 2], .duplicateEntries), ([0], .unknown), ([-5], .unknown),
        ([1_000_000_000_000_000], .unknown),
    ])
    func `A wrong number fails the load, and the old list stays`(numbers: [Int64], code: ListError.Code) throws {
        let store = try Store()
        try store.load(blocked: [7])
        let load = try store.lists.begin("spam", incremental: false)
        let error = #expect(throws: ListError.self) { try load.addBlocked(numbers) }
        #expect(error?.code == code)
        #expect(throws: try #require(error)) { try load.commit(at: 2) }
        #expect(try store.blocked(among: 1...10) == [7])
        #expect(try store.source().lastError == error)
        #expect(try store.rows().count == 1)
        #expect(try Lists(store.pool).sources().first?.lastError == error, "A start keeps the error.")
        try store.load(blocked: [8])
        #expect(try store.source().lastError == nil)
    }

    @Test func `Numbers ascend also from one call to the next`() throws {
        let store = try Store()
        let load = try store.lists.begin("spam", incremental: false)
        try load.addIdentified([(5, "A")])
        let error = #expect(throws: ListError.self) { try load.addIdentified([(4, "B")]) }
        #expect(error?.code == .entriesOutOfOrder)
        #expect(error?.message.contains("Entry 2 ") == true)
    }

    @Test(
        arguments: ["", "Bank\n", "\u{1B}[2J", "\u{202E}knaB", String(repeating: "é", count: 129)].map(Shortened.init))
    func `A label that is empty or could mislead a reader is refused`(label: Shortened<String>) throws {
        let store = try Store()
        let load = try store.lists.begin("spam", incremental: false)
        #expect(throws: ListError.self) { try load.addIdentified([(1, label.value)]) }
    }

    @Test func `An aborted load keeps the old list and leaves no rows`() throws {
        let store = try Store()
        try store.load(blocked: [7], handles: [(Handle(kind: .generic, value: "a@b"), "")])
        let load = try store.lists.begin("spam", incremental: false)
        try load.addBlocked(Array(1...200_000))
        try load.addHandles([(Handle(kind: .generic, value: "c@d"), "")])
        load.abort()
        #expect(try store.blocked(among: 1...10) == [7])
        #expect(try store.rows().count == 1)
        #expect(try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listHandle") } == 1)
        #expect(try store.source().lastError?.code == .loadingInterrupted)
        #expect(throws: ListError.self) { try load.addBlocked([200_001]) }
    }

    @Test func `A load that is released without an end is aborted`() throws {
        let store = try Store()
        try { try store.lists.begin("spam", incremental: false).addBlocked(Array(1...200_000)) }()
        #expect(try store.rows().isEmpty)
        #expect(try store.source().isLoading == false)
        try store.load(blocked: [1])
    }

    @Test func `A source has one load at a time`() throws {
        let store = try Store()
        try store.lists.add("other", kind: .file, isEnabled: true)
        let load = try store.lists.begin("spam", incremental: false)
        let error = #expect(throws: ListError.self) { try store.lists.begin("spam", incremental: false) }
        #expect(error?.code == .currentlyLoading)
        #expect(try store.source().isLoading)
        try load.addBlocked(Array(1...200_000))
        try store.load("other", blocked: [3])
        try load.commit(at: 1)
        #expect(try store.source().isLoading == false)
        try store.load(blocked: [3])
        #expect(throws: ListError.self) { try load.commit(at: 1) }
        try store.lists.remove("spam")
        #expect(try store.blocked(among: 1...10) == [3], "The other source has only its own numbers.")
    }

    @Test func `A source that is unknown or disabled cannot load`() throws {
        let store = try Store()
        try store.lists.setEnabled(false, "spam")
        var error = #expect(throws: ListError.self) { try store.lists.begin("spam", incremental: false) }
        #expect(error?.code == .extensionDisabled)
        error = #expect(throws: ListError.self) { try store.lists.begin("ham", incremental: false) }
        #expect(error?.code == .noExtensionFound)
    }

    @Test func `A load fails if its source is removed and added again`() throws {
        let store = try Store()
        let load = try store.lists.begin("spam", incremental: false)
        try load.addBlocked(Array(1...200_000))
        try store.lists.remove("spam")
        try store.lists.add("spam", kind: .program, isEnabled: true)
        let other = try store.lists.begin("spam", incremental: false)
        let error = #expect(throws: ListError.self) { try load.commit(at: 1) }
        #expect(error?.code == .loadingInterrupted)
        #expect(try store.rows().isEmpty)
        try other.addBlocked([2])
        try other.commit(at: 1)
        #expect(try store.blocked(among: 1...5) == [2])
    }

    @Test func `A load with too many entries fails`() throws {
        var limits = ListLimits()
        (limits.entries, limits.handles, limits.removals) = (3, 1, 2)
        let store = try Store(limits: limits)
        try store.load(blocked: [1, 2])
        let address = Handle(kind: .generic, value: "a@b")
        for add: (ListLoad) throws -> Void in [
            { try $0.addBlocked([3, 4]) }, { try $0.addIdentified([(1, "A"), (2, "B")]) },
            { try $0.removeBlocked([1, 2, 3]) }, { try $0.addHandles([(address, ""), (address, "A")]) },
        ] {
            let load = try store.lists.begin("spam", incremental: true)
            let error = #expect(throws: ListError.self) {
                try add(load)
                try load.commit(at: 2)
            }
            #expect(error?.code == .maximumEntriesExceeded)
            #expect(try store.blocked(among: 1...5) == [1, 2])
        }
    }

    @Test func `A source may load more often than there are versions of lists`() throws {
        let store = try Store()
        for number in 1...300 { try store.load(blocked: [Int64(number)]) }
        let version = try store.pool.read { try Int64.fetchOne($0, sql: "SELECT blockedVersion FROM listSource") }
        #expect(try #require(version) <= 2)
        #expect(try store.blocked(among: 1...400) == [300])
    }
}

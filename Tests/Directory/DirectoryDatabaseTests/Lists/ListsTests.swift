// SPDX-License-Identifier: MIT

import CallContract
import Dispatch
import Foundation
import GRDB
import Testing

@testable import DirectoryDatabase

struct ListsTests {
    @Test func `The first enabled source in the user's order decides`() throws {
        let store = try Store()
        try store.lists.add("other", kind: .extension, isEnabled: true)
        try store.load("spam", blocked: [1, 2], identified: [(5, "A")])
        try store.load("other", blocked: [2, 3], identified: [(5, "B")])
        #expect(try store.lists.source(blocking: 2) == "spam")
        #expect(try store.lists.label(of: 5) == "A")
        try store.lists.setOrder(["other", "spam"])
        #expect(try store.lists.sources().map(\.name) == ["other", "spam"])
        #expect(try store.lists.source(blocking: 2) == "other")
        #expect(try store.lists.label(of: 5) == "B")
        #expect(try store.lists.source(blocking: 1) == "spam")
        try store.lists.setEnabled(false, "other")
        #expect(try store.lists.source(blocking: 2) == "spam")
        #expect(try store.lists.source(blocking: 3) == nil)
        try store.lists.setEnabled(true, "other")
        try store.lists.remove("spam")
        #expect(try store.blocked(among: 1...5) == [2, 3])
        #expect(try store.lists.sources().map(\.name) == ["other"])
    }

    @Test func `The order puts the named sources first and keeps the others in their order`() throws {
        let store = try Store()
        for name in ["a", "b", "c"] { try store.lists.add(name, kind: .file, isEnabled: true) }
        try store.lists.setOrder(["c", "a"])
        #expect(try store.lists.sources().map(\.name) == ["c", "a", "spam", "b"])
        let error = #expect(throws: ListError.self) { try store.lists.setOrder(["b", "none"]) }
        #expect(error?.code == .noExtensionFound)
        #expect(try store.lists.sources().map(\.name) == ["c", "a", "spam", "b"])
    }

    @Test func `Adding a source again keeps its lists and its settings`() throws {
        let store = try Store()
        try store.load(blocked: [1])
        try store.lists.add("spam", kind: .extension, isEnabled: false)
        let source = try store.source()
        #expect(source.isEnabled)
        #expect(source.kind == .extension)
        #expect(try store.blocked(among: 1...2) == [1])
    }

    @Test func `Names and the number of sources are limited`() throws {
        var limits = ListLimits()
        limits.sources = 2
        let store = try Store(limits: limits)
        for name in ["", "a\nb", String(repeating: "a", count: 256)] {
            #expect(throws: ListError.self) { try store.lists.add(name, kind: .file, isEnabled: true) }
        }
        try store.lists.add("second", kind: .file, isEnabled: true)
        let error = #expect(throws: ListError.self) { try store.lists.add("third", kind: .file, isEnabled: true) }
        #expect(error?.code == .maximumEntriesExceeded)
        #expect(try store.lists.sources().count == 2)
        #expect(throws: ListError.self) { try store.lists.setEnabled(true, "third") }
        #expect(throws: ListError.self) { try store.lists.remove("third") }
    }

    @Test func `Addresses with @ are compared without case, other names with case`() throws {
        let store = try Store()
        try store.load(handles: [
            (Handle(kind: .generic, value: "Eve@Example.org"), ""), (Handle(kind: .generic, value: "Room"), "R"),
            (Handle(kind: .emailAddress, value: "ada@example.org"), "old"),
            (Handle(kind: .emailAddress, value: "ADA@example.org"), "Ada"),
        ])
        let (eve, ada) = ("eve@EXAMPLE.org", "ada@example.org")
        #expect(try store.lists.source(blocking: Handle(kind: .generic, value: eve)) == "spam")
        #expect(try store.lists.source(blocking: Handle(kind: .emailAddress, value: eve)) == nil)
        #expect(try store.lists.label(of: Handle(kind: .generic, value: eve)) == nil)
        #expect(try store.lists.label(of: Handle(kind: .emailAddress, value: ada)) == "Ada")
        #expect(try store.lists.label(of: Handle(kind: .generic, value: "Room")) == "R")
        #expect(try store.lists.label(of: Handle(kind: .generic, value: "room")) == nil)
        #expect(try store.source().handles == 3)
        try store.lists.setEnabled(false, "spam")
        #expect(try store.lists.source(blocking: Handle(kind: .generic, value: eve)) == nil)
    }

    @Test func `A lookup does not wait for a transaction that writes`() throws {
        let store = try Store()
        try store.load(blocked: [1])
        let (isWriting, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let pool = store.pool
        let writer = Thread {
            try? pool.write { db in
                try db.execute(sql: "DELETE FROM listBlocked")
                isWriting.signal()
                isRead.wait()
            }
        }
        writer.start()
        isWriting.wait()
        #expect(try store.blocked(among: 1...2) == [1])
        isRead.signal()
        try store.pool.barrierWriteWithoutTransaction { _ in }
        #expect(try store.blocked(among: 1...2) == [])
    }

    @Test func `A lookup seeks one block of each source and sorts nothing`() throws {
        let store = try Store()
        for kind in ListKind.allCases {
            let plan = try store.pool.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + Lists.seek(kind), arguments: [1]).map {
                    $0["detail"] as String
                }
            }
            #expect(plan.filter { $0.hasPrefix("SCAN") } == ["SCAN source USING INDEX listSourceOrder"])
            #expect(!plan.contains { $0.contains("TEMP B-TREE") })
        }
    }

    @Test func `After a crash in the middle of a load the old lists remain and the rest is removed`() throws {
        let store = try Store()
        try store.load(blocked: [7], handles: [(Handle(kind: .generic, value: "a@b"), "Ada")])
        let load = try store.lists.begin("spam", incremental: false)
        try load.addBlocked(Array(1...200_000))
        try load.addHandles([(Handle(kind: .generic, value: "c@d"), "")])
        let copy = try store.copy()
        try load.commit(at: 2)

        let pool = try Store.open(copy)
        defer { try? pool.close() }
        #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listBlocked") } ?? 0 > 100)
        let lists = try Lists(pool)
        #expect(try lists.source(blocking: 7) == "spam")
        #expect(try lists.source(blocking: 8) == nil)
        #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listBlocked") } == 1)
        #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listHandle") } == 1)
        #expect(try lists.sources().first?.lastError?.code == .loadingInterrupted)
        let again = try lists.begin("spam", incremental: true)
        try again.addBlocked([8])
        try again.commit(at: 3)
        #expect(try lists.source(blocking: 8) == "spam")
    }

    @Test func `On a full disk a load fails and the old list stays`() throws {
        let store = try Store()
        try store.load(blocked: [7])
        try store.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
        }
        let load = try store.lists.begin("spam", incremental: false)
        let error = #expect(throws: ListError.self) {
            try load.addBlocked(Array(1...200_000))
            try load.commit(at: 2)
        }
        #expect(error?.code == .unknown)
        #expect(error?.message.hasPrefix("The disk with the lists is full") == true)
        #expect(try store.source().lastError == error)
        #expect(try store.blocked(among: 1...10) == [7])
        try store.load(blocked: [8])
        #expect(try store.blocked(among: 1...10) == [8])
    }

    @Test func `A damaged block does not crash a lookup, and fails an incremental load`() throws {
        let store = try Store()
        try store.load(blocked: Array(1...600), identified: [(1, "A"), (900, "B")])
        for damage in ["x''", "x'FF'", "zeroblob(40)", "x'FFFFFFFFFFFFFFFFFFFFFF'"] {
            try store.pool.write { db in
                try db.execute(sql: "UPDATE listBlocked SET data = \(damage)")
                try db.execute(sql: "UPDATE listIdentified SET data = \(damage)")
            }
            #expect(try store.lists.source(blocking: 300) == nil)
            #expect(try store.lists.label(of: 900) == nil)
            let load = try store.lists.begin("spam", incremental: true)
            let error = #expect(throws: ListError.self) {
                try load.removeBlocked([2])
                try load.commit(at: 2)
            }
            #expect(error == .damaged)
        }
    }
}

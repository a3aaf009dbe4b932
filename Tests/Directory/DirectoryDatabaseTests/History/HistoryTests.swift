// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import GRDB
import Testing

/// Entries of the history, one rule at a time.
struct HistoryTests {
    private let sample: Sample
    private var history: History { sample.history }

    init() throws { sample = try Sample() }

    // MARK: Recording

    @Test func `Every fact about a call comes back`() throws {
        var call = PastCall(
            CallID(high: .max, low: 1), provider: "org.example.Modem",
            startedAt: 1_000, endedAt: 3_000, endedReason: .remoteEnded, outcome: .answered)
        call.providerName = "Modem"
        call.app = "org.example.Sandboxed"
        call.handle = Handle(kind: .phoneNumber, value: "030 123456")
        call.callerKey = "tel:+4930123456"
        call.name = "Ada 👩‍💻 \"%_'"
        call.isOutgoing = true
        call.hasVideo = true
        call.connectedAt = 2_000
        call.isProviderLost = true
        #expect(try history.record([call]) == [1_000])
        #expect(try history.calls(limit: 9).map(\.call) == [call])
    }

    @Test func `A word that only a newer version knows is read as the nearest one`() throws {
        var call = PastCall.sample(1, at: 1, outcome: .refused)
        call.handle = Handle(kind: .phoneNumber, value: "030")
        try history.record([call, .sample(2, at: 2)])
        try sample.database.write { connection in
            try connection.execute(
                sql: "UPDATE call SET outcome = 'new', endedReason = 'new', handleType = 'new' WHERE id = 1")
        }
        let entry = try #require(try history.calls(limit: 9).last)
        #expect(entry.call.outcome == .missed)
        #expect(entry.call.endedReason == .failed)
        #expect(entry.call.handle == Handle(kind: .generic, value: "030"))
    }

    @Test func `A call that is reported again changes nothing, whatever the report says`() throws {
        try history.record([.sample(1, at: 10)])
        #expect(try history.record([.sample(1, at: 30, outcome: .answered)]) == [])
        #expect(try history.calls(limit: 9).map(\.call) == [.sample(1, at: 10)])
    }

    @Test func `Calls that follow each other and have the same UUID have an entry each`() throws {
        #expect(try history.record([.sample(1, at: 10), .sample(1, at: 100)]) == [10, 100])
        var lost = PastCall.sample(1, at: 200)
        lost.isProviderLost = true
        let later = PastCall.sample(1, at: lost.endedAt + 120_000_001)
        #expect(try history.record([lost, later]) == [200, Int64(later.startedAt)])
        #expect(try history.record([.sample(1, at: 100)]) == [])
    }

    @Test func `A call that rings again after its app crashed has one entry`() throws {
        var lost = PastCall.sample(1, at: 10)
        lost.isProviderLost = true
        let again = PastCall.sample(1, at: lost.endedAt + 3_000_000, outcome: .answered)
        #expect(try history.record([lost, again]) == [10, 10])
        let entry = try #require(try history.calls(limit: 9).last)
        #expect(entry.call.startedAt == 10 && entry.call.outcome == .answered && entry.call.endedAt == again.endedAt)
    }

    @Test func `A call that came back with its provider keeps one entry, which says how it ended at last`() throws {
        var lost = PastCall.sample(1, at: 10, outcome: .answered)
        (lost.connectedAt, lost.endedAt, lost.endedReason, lost.isProviderLost) = (20, 30, .failed, true)
        lost.name = "Ada"
        var back = PastCall.sample(1, at: 40, outcome: .refused)
        (back.endedAt, back.endedReason) = (50, .localEnded)
        #expect(try history.record([lost, .sample(2, at: 35)]) == [10, 35])
        #expect(try history.record([back]) == [10])
        let entry = try #require(try history.calls(limit: 9).last)
        #expect(try history.calls(limit: 9).count == 2)
        #expect(entry.call.startedAt == 10)
        #expect(entry.call.connectedAt == 20)
        #expect(entry.call.endedAt == 50)
        #expect(entry.call.endedReason == .localEnded)
        #expect(entry.call.outcome == .answered)
        #expect(entry.call.name == "Ada")
    }

    @Test func `A missed call that the user has seen stays seen when its provider comes back with it`() throws {
        var lost = PastCall.sample(1, at: 10)
        lost.isProviderLost = true
        var back = PastCall.sample(1, at: 10)
        back.endedAt = lost.endedAt + 1
        try history.record([lost])
        try history.markRead([10])
        #expect(try history.record([back]) == [10])
        #expect(try history.unreadMissed == 0)
    }

    @Test func `Calls that started at the same time have different ids, and pages miss none`() throws {
        try history.record((1...5).map { .sample($0, at: 100) } + [.sample(6, at: 102)])
        var pages: [[UInt64]] = []
        var before = Time.max
        while let last = try history.calls(before: before, limit: 2).last {
            pages.append(try history.calls(before: before, limit: 2).map(\.number))
            before = Time(last.id)
        }
        #expect(pages == [[6, 5], [4, 3], [2, 1]])
    }

    @Test func `A call of an unknown start has the place of its end`() throws {
        try history.record([.sample(1, at: 0), .sample(2, at: 50), .sample(3, at: 70)])
        #expect(try history.calls(limit: 9).map(\.number) == [3, 1, 2])
    }

    @Test(arguments: [Time.max, 1 << 63, 1 << 62])
    func `A call from the far future is recorded, and so is the next one`(time: Time) throws {
        var calls = [PastCall.sample(1, at: 10), .sample(2, at: 10)]
        for index in calls.indices { (calls[index].startedAt, calls[index].endedAt) = (time, time) }
        #expect(try history.record(calls) == [1 << 62, 1 << 62 + 1])
        #expect(try history.calls(limit: 9).count == 2)
    }

    @Test func `The place in the daemon's list changes with the calls, or not at all`() throws {
        #expect(try history.position == nil)
        let first = History.Position(instance: "one", after: .max)
        try history.record([.sample(1, at: 1)], position: first)
        #expect(try history.position == first)
        try sample.database.write { connection in
            try connection.execute(
                sql: "CREATE TRIGGER no BEFORE INSERT ON call BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        #expect(throws: DirectoryProblem.unusable("no")) {
            try history.record([.sample(2, at: 2)], position: History.Position(instance: "two", after: 1))
        }
        #expect(try history.position == first)
    }

    // MARK: Missed calls

    @Test func `Only missed calls are unread, until the user has seen them`() throws {
        let outcomes = CallOutcome.allCases.enumerated()
        try history.record(outcomes.map { .sample(UInt64($0), at: Time($0 + 1), outcome: $1) })
        let unread = try history.calls(limit: 99).filter(\.isUnread)
        #expect(Set(unread.map(\.call.outcome)) == [.missed, .doNotDisturb, .busy])
        #expect(try history.unreadMissed == 3)
        #expect(try history.recents(includesBlocked: false, limit: 9).map(\.unreadMissed) == [3])
        try history.markRead(unread.map(\.id) + [12_345])
        #expect(try history.unreadMissed == 0)
        #expect(try history.recents(includesBlocked: false, limit: 9).map(\.unreadMissed) == [0])
    }

    // MARK: Callers

    @Test func `The blocked calls of a caller are an entry of their own, which can be left out`() throws {
        try history.record([
            .sample(1, at: 1, from: "a"), .sample(2, at: 2, from: "a", outcome: .blockList),
            .sample(3, at: 3, from: "b", outcome: .screener),
        ])
        #expect(try history.recents(limit: 9).map(\.newest.number) == [3, 2, 1])
        #expect(try history.recents(includesBlocked: false, limit: 9).map(\.newest.number) == [1])
    }

    @Test func `The line of the last outgoing call comes before the line of a later incoming one`() throws {
        try history.record([
            .sample(1, at: 1, outcome: .answered, isOutgoing: true, provider: "out"),
            .sample(2, at: 2, outcome: .answered, provider: "in"),
        ])
        #expect(try history.lastCall(withCallers: ["tel:+4930123456"])?.line.provider == "out")
        try history.remove([1])
        #expect(try history.lastCall(withCallers: ["tel:+4930123456"])?.line.provider == "in")
        #expect(try history.lastCall(withCallers: ["tel:+1"])?.line.provider == nil)
        #expect(try history.lastCall(withCallers: [])?.line.provider == nil)
    }

    @Test func `Only an outgoing call since that time counts as called recently`() throws {
        try history.record([.sample(1, at: 10, isOutgoing: true), .sample(2, at: 20)])
        #expect(try history.hasCalled("tel:+4930123456", since: 10))
        #expect(try !history.hasCalled("tel:+4930123456", since: 11))
        #expect(try !history.hasCalled("tel:+1", since: 0))
    }

    @Test func `A call that a sandboxed app reported gives the line only if no other program had one`() throws {
        let key = "tel:+4930123456"
        try history.record([
            .sample(1, at: 1, outcome: .answered, provider: "phone"),
            .sample(2, at: 2, isOutgoing: true, provider: "org.example.Boxed.line", app: "org.example.Boxed"),
        ])
        #expect(try history.lastCall(withCallers: [key])?.line == ReportedLine(provider: "phone", app: ""))
        try history.remove([1])
        let boxed = ReportedLine(provider: "org.example.Boxed.line", app: "org.example.Boxed")
        #expect(try history.lastCall(withCallers: [key])?.line == boxed)
    }

    @Test func `A call that a sandboxed app reported counts as called recently only for calls of this app`() throws {
        try history.record([.sample(1, at: 10, isOutgoing: true, app: "org.example.Boxed")])
        #expect(try !history.hasCalled("tel:+4930123456", since: 10))
        #expect(try !history.hasCalled("tel:+4930123456", since: 10, in: "org.example.Other"))
        #expect(try history.hasCalled("tel:+4930123456", since: 10, in: "org.example.Boxed"))
        #expect(try !history.hasCalled("tel:+4930123456", since: 11, in: "org.example.Boxed"))
    }

    // MARK: Removing

    @Test func `Of a sandboxed app the last 10,000 calls stay, and all calls of other programs`() throws {
        try history.record([.sample(1, at: 1), .sample(2, at: 2, app: "org.example.Other")])
        try history.record((3..<10_003).map { .sample($0, at: $0, app: "org.example.Boxed") })
        #expect(try history.calls(limit: 20_000).count == 10_002)
        try history.record((20_000..<20_003).map { .sample($0, at: $0, app: "org.example.Boxed") })
        let numbers = try history.calls(limit: 20_000).map(\.number)
        #expect(numbers.count == 10_002 && Array(numbers.suffix(3)) == [6, 2, 1])
        #expect(try history.recents(limit: 9).map(\.calls) == [10_002])
        #expect(try history.unreadMissed == 10_002)
    }

    @Test func `The history removes the calls that are older than the user wants, in pieces`() throws {
        let day: Time = 86_400_000_000
        let settings = DirectorySettings(sample.database)
        try history.record((0..<1_000).map { .sample($0, at: day + $0) } + [.sample(5_000, at: 2 * day)])
        #expect(try !history.removeExpired(now: 100 * day))
        #expect(try history.calls(limit: 9_999).count == 1_001)
        try settings.set(.retentionDays, to: 7)
        var pieces = 1
        while try history.removeExpired(now: 9 * day) { pieces += 1 }
        #expect(pieces == 11)
        #expect(try history.calls(limit: 9_999).map(\.number) == [5_000])
        #expect(try history.recents(limit: 9).map(\.calls) == [1])
    }

    @Test(arguments: [-1, 0, 1, .max]) func `A senseless time to keep calls removes none`(days: Int) throws {
        try history.record([.sample(1, at: 1)])
        try DirectorySettings(sample.database).set(.retentionDays, to: days)
        #expect(try !history.removeExpired(now: 1_000))
        #expect(try history.calls(limit: 9).count == 1)
    }

    @Test func `After the whole history is removed it works as before`() throws {
        try history.record((1...600).map { .sample($0, at: $0) })
        try history.removeAll()
        #expect(try history.recents(limit: 9).isEmpty)
        try history.record([.sample(1, at: 1), .sample(2, at: 2)])
        try history.remove([1, 77])
        #expect(try history.recents(limit: 9).map(\.calls) == [1])
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// The recent calls as the window pages them.
struct RecentListTests {
    private static let days = CallDays(now: 1_800_000_000_000_000)

    /// A line of the history; a larger number is an earlier call.
    private static func line(_ number: Int, caller: String = "", outcome: String = "missed") -> [String: Variant] {
        let start = UInt64(1_800_000_000_000_000 - number * 60_000_000)
        return [String: Variant]([
            .entry: .int64(Int64(start)), .call: .string("call-\(number)"), .startedAt: .uint64(start),
            .remoteHandle: WireHandle(type: Received(.phoneNumber), value: caller.isEmpty ? "+49\(number)" : caller)
                .variant,
            .outcome: .string(outcome), .outgoing: .bool(false), .unread: .bool(outcome == "missed"),
        ])
    }

    @Test func `A long history is read page by page, each before the last call of the one before`() throws {
        var list = RecentList(Self.days)
        let first = try list.page()
        #expect(first.before == 0 && first.limit == 50 && first.method == .listRecents)
        #expect(list.isAtRest, "one page is on its way")
        list.take((0..<50).map { Self.line($0) }, for: first)
        #expect(list.calls.count == 50 && !list.isComplete)
        let second = try list.page()
        #expect(Int64(second.before) == list.calls.last?.entry)
        list.take([Self.line(50)], for: second)
        #expect(list.calls.count == 51 && list.isComplete && list.isAtRest)
    }

    @Test func `A change during a request is noticed, and a late answer to an older list is dropped`() throws {
        var list = RecentList(Self.days)
        let first = try list.page()
        let refresh = list.refresh(Self.days)
        #expect(refresh == nil)
        let isCurrent = list.received([Self.line(0)], for: first)
        #expect(!isCurrent, "the list asks again")
        list.set(.missed, Self.days)
        list.take([Self.line(0)], for: first)
        #expect(list.calls.isEmpty && !list.isLoaded)
        let second = try list.page()
        #expect(second.method == .listHistory && second.options == [String: Variant]([.missed: .bool(true)]))
    }

    @Test func `An answer that failed leaves the calls as they are, and the next request repeats it`() throws {
        var list = RecentList(Self.days)
        let first = try list.page()
        list.take(nil, for: first)
        #expect(!list.isLoaded)
        _ = try list.page()
    }

    @Test func `A refresh reads as many calls as were read before`() throws {
        var list = RecentList(Self.days)
        for page in 0..<3 {
            let request = try list.page()
            list.take((page * 50..<page * 50 + 50).map { Self.line($0) }, for: request)
        }
        let refresh = try list.page(refreshing: Self.days)
        #expect(refresh.before == 0 && refresh.limit == 150)
        list.take((1..<151).map { Self.line($0) }, for: refresh)
        #expect(list.calls.count == 150 && list.calls.first?.call.uuid == "call-1" && !list.isComplete)
    }

    @Test func `Calls beyond the largest page stay behind a refresh`() throws {
        var list = RecentList(Self.days)
        for page in 0..<30 {
            let request = try list.page()
            list.take((page * 50..<page * 50 + 50).map { Self.line($0) }, for: request)
        }
        let refresh = try list.page(refreshing: Self.days)
        #expect(refresh.limit == 1_000)
        // One new call came: what was the last of a thousand is the next one now.
        list.take((-1..<999).map { Self.line($0) }, for: refresh)
        #expect(list.calls.map(\.call.uuid) == (-1..<1_500).map { "call-\($0)" })
        let next = try list.page()
        #expect(Int64(next.before) == list.calls.last?.entry)
    }

    @Test func `Missed calls of one caller in a row share a line, also across pages`() throws {
        var list = RecentList(Self.days)
        list.set(.missed, Self.days)
        let first = try list.page()
        list.take((0..<50).map { Self.line($0, caller: $0 < 48 ? "+49\($0)" : "+491") }, for: first)
        #expect(list.calls.count == 49 && list.calls.last?.count == 2)
        let second = try list.page()
        list.take([Self.line(50, caller: "+491"), Self.line(51, caller: "+492")], for: second)
        #expect(list.calls.count == 50)
        let shared = list.calls[48]
        #expect(shared.count == 3 && shared.unreadMissed == 3 && shared.entries.count == 3)
    }

    @Test func `Blocked calls never share a line with others`() throws {
        var list = RecentList(Self.days)
        list.set(.search("ada"), Self.days)
        let request = try list.page()
        let lines = [
            Self.line(0, caller: "1"), Self.line(1, caller: "1", outcome: "block-list"), Self.line(2, caller: "1"),
        ]
        list.take(lines, for: request)
        #expect(list.calls.count == 3)
    }

    @Test func `The first call of each day has a heading`() throws {
        var list = RecentList(Self.days)
        let request = try list.page()
        // A call in each half day of a week.
        list.take((0..<14).map { Self.line($0 * 12 * 60) }, for: request)
        let headings = list.headings()
        #expect((7...8).contains(headings.count))
        #expect(list.calls.first.map { headings[$0.entry] } == "Today")
        #expect(Set(headings.values).count == headings.count && headings.values.contains("Yesterday"))
    }
}

extension RecentList {
    /// Whether it asks for nothing.
    fileprivate var isAtRest: Bool {
        var copy = self
        return copy.next() == nil
    }

    fileprivate mutating func page() throws -> Request {
        let request = next()
        return try #require(request)
    }

    fileprivate mutating func page(refreshing days: CallDays) throws -> Request {
        let request = refresh(days)
        return try #require(request)
    }

    fileprivate mutating func take(_ answer: [[String: Variant]]?, for request: Request) {
        let isCurrent = received(answer, for: request)
        #expect(isCurrent)
    }
}

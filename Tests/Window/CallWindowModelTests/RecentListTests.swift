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
    fileprivate static func line(
        _ number: Int, caller: String = "", outcome: String = "missed", isOutgoing: Bool = false, app: String = "phone",
        formatted: String = ""
    ) -> [String: Variant] {
        let start = UInt64(1_800_000_000_000_000 - number * 60_000_000)
        return [String: Variant]([
            .entry: .int64(Int64(start)), .call: .string("call-\(number)"), .startedAt: .uint64(start),
            .remoteHandle: WireHandle(type: Received(.phoneNumber), value: caller.isEmpty ? "+49\(number)" : caller)
                .variant,
            .outcome: .string(outcome), .outgoing: .bool(isOutgoing), .provider: .string(app),
            .formatted: .string(formatted), .unread: .bool(outcome == "missed"),
        ])
    }

    @Test func `A long history is read page by page, each before the last call of the one before`() throws {
        var list = RecentList(Self.days)
        let first = try list.page()
        #expect(first.before == 0 && first.limit == 16 && first.method == .listHistory && first.options.isEmpty)
        #expect(list.isAtRest, "one page is on its way")
        list.take((0..<16).map { Self.line($0) }, for: first)
        #expect(list.calls.count == 16 && !list.isComplete)
        let second = try list.page()
        #expect(Int64(second.before) == list.calls.last?.entry && second.limit == 50)
        list.take([Self.line(16)], for: second)
        #expect(list.calls.count == 17 && list.isComplete && list.isAtRest)
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
        for _ in 0..<3 { try list.readNext() }
        let refresh = try list.page(refreshing: Self.days)
        #expect(refresh.before == 0 && refresh.limit == 116)
        list.take((1..<117).map { Self.line($0) }, for: refresh)
        #expect(list.calls.count == 116 && list.calls.first?.call.uuid == "call-1" && !list.isComplete)
    }

    @Test func `A new call pushes no line out of the list`() throws {
        var list = RecentList(Self.days)
        for _ in 0..<2 { try list.readNext() }
        let refresh = try list.page(refreshing: Self.days)
        list.take((-1..<65).map { Self.line($0) }, for: refresh)
        #expect(list.calls.map(\.call.uuid) == (-1..<66).map { "call-\($0)" })
        let again = try list.page(refreshing: Self.days)
        #expect(again.limit == 67)
    }

    @Test func `Calls beyond the largest page stay behind a refresh`() throws {
        var list = RecentList(Self.days)
        for _ in 0..<30 { try list.readNext() }
        let refresh = try list.page(refreshing: Self.days)
        #expect(refresh.limit == 1_000)
        // One new call came: what was the last of a thousand is the next one now.
        list.take((-1..<999).map { Self.line($0) }, for: refresh)
        #expect(list.calls.map(\.call.uuid) == (-1..<1_466).map { "call-\($0)" })
        let next = try list.page()
        #expect(Int64(next.before) == list.calls.last?.entry)
    }

    @Test(arguments: [RecentList.Filter.all, .missed])
    func `Missed calls of one caller in a row share a line, also across pages`(_ filter: RecentList.Filter) throws {
        var list = RecentList(Self.days)
        list.set(filter, Self.days)
        let first = try list.page()
        list.take((0..<16).map { Self.line($0, caller: $0 < 14 ? "+49\($0)" : "+491") }, for: first)
        #expect(list.calls.count == 15 && list.calls.last?.count == 2)
        let second = try list.page()
        list.take([Self.line(16, caller: "+491"), Self.line(17, caller: "+492")], for: second)
        #expect(list.calls.count == 16)
        let shared = list.calls[14]
        #expect(shared.count == 3 && shared.unreadMissed == 3 && shared.countText == "(3)")
    }

    @Test func `Only calls that are alike share a line: the kind, the way, the caller, the app and the day`() throws {
        var list = RecentList(Self.days)
        let request = try list.page()
        let lines = [
            Self.line(0, caller: "1"), Self.line(1, caller: "1", outcome: "answered"),
            Self.line(2, caller: "1", outcome: "answered", isOutgoing: true), Self.line(3, caller: "1"),
            Self.line(4, caller: "1", app: "meetings"), Self.line(5, caller: "2"), Self.line(6, caller: "1"),
            Self.line(6 + 48 * 60, caller: "1"),
        ]
        list.take(lines, for: request)
        #expect(list.calls.count == lines.count && list.calls.allSatisfy { $0.count == 1 && $0.countText.isEmpty })
        let words = list.calls.prefix(3).map(\.outcomeWords)
        #expect(words == ["Missed", "Incoming", "Outgoing"])
    }

    @Test func `Two spellings of a number are one caller`() throws {
        var list = RecentList(Self.days)
        let request = try list.page()
        let lines = [
            Self.line(0, caller: "+4930123456", formatted: "030 123456"),
            Self.line(1, caller: "030123456", formatted: "030 123456"), Self.line(2, caller: "ada"),
            Self.line(3, caller: "bob"),
        ]
        list.take(lines, for: request)
        #expect(list.calls.map(\.count) == [2, 1, 1])
        #expect(list.calls[0].title.quoted == "030 123456")
    }

    @Test func `Callers without a number share a line only with the same name`() throws {
        var list = RecentList(Self.days)
        let request = try list.page()
        let lines = ["Ada", "Ada", "Bob", "", ""].enumerated().map { number, name in
            Self.line(number).merging(
                [Key.remoteHandle.rawValue: WireHandle.none.variant, Key.name.rawValue: .string(name)]) { $1 }
        }
        list.take(lines, for: request)
        #expect(list.calls.map(\.call.callerName) == ["Ada", "Bob", ""] && list.calls.map(\.count) == [2, 1, 2])
    }

    @Test func `A line says how the call ended and which number of a person it was`() throws {
        func subtitle(_ more: [Key: Variant]) -> String {
            var line = Self.line(0, caller: "+4930123456", formatted: "030 123456")
            line[.providerName] = .string("Phone")
            for (key, value) in more { line[key] = value }
            return RecentCall(line).subtitle.quoted
        }
        #expect(subtitle([.name: .string("Ada"), .use: .string("mobile")]) == "Missed · mobile")
        #expect(subtitle([.name: .string("Ada")]) == "Missed · 030 123456")
        #expect(subtitle([:]) == "Missed · Phone")
    }

    @Test func `Of a line at the end of a refresh the earlier calls stay`() throws {
        var list = RecentList(Self.days)
        for _ in 0..<30 { try list.readNext(caller: "1") }
        let count = list.calls.reduce(0) { $0 + $1.count }
        let refresh = try list.page(refreshing: Self.days)
        list.take((0..<1_000).map { Self.line($0, caller: "1") }, for: refresh)
        #expect(list.calls.reduce(0) { $0 + $1.count } == count)
        let entries = list.calls.flatMap(\.entries)
        #expect(entries == entries.sorted(by: >) && Set(entries).count == count)
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

    /// Reads the next page of an endless history.
    fileprivate mutating func readNext(caller: String = "") throws {
        let request = try page()
        let start = calls.reduce(0) { $0 + $1.count }
        take(
            (start..<start + Int(request.limit)).map { RecentListTests.line($0, caller: caller) }, for: request)
    }

    fileprivate mutating func take(_ answer: [[String: Variant]]?, for request: Request) {
        let isCurrent = received(answer, for: request)
        #expect(isCurrent)
    }
}

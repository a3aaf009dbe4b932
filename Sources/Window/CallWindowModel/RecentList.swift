// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
package import SDBus

/// The recent calls as far as they were read: pages of the history, the newest first. The window reads a page when the
/// user scrolls near its end, so that a long history costs no more than what is looked at.
package struct RecentList: Sendable {
    package enum Filter: Hashable, Sendable {
        case all
        case missed
        /// The calls that have these words.
        case search(String)
        /// The calls with one caller.
        case caller(WireHandle)
    }

    /// A part of the list to ask for.
    package struct Request: Hashable, Sendable {
        package let filter: Filter
        /// Only calls before this entry; 0 for all.
        package let before: UInt64
        package let limit: UInt32
        /// Counts the requests, so that a late answer to an earlier one is recognized.
        fileprivate let number: Int
    }

    /// The lines of one page.
    package static let page = 50
    /// Those of the first one. The window makes widgets for all of them before it shows one, so they are as many as a
    /// window of the usual height shows.
    package static let firstPage = 16
    /// The most lines that are read at once when the calls have changed; the directory gives no more.
    private static let most = 1_000

    package private(set) var filter: Filter
    package private(set) var calls: [RecentCall] = []
    /// There are no earlier calls.
    package private(set) var isComplete = false
    /// An answer has come since the filter was set.
    package private(set) var isLoaded = false
    private var days: CallDays
    private var number = 0
    private var waiting: Request?
    /// The list has changed since the request that waits.
    private var isStale = false
    /// How many lines of the directory the calls are made of.
    private var lines = 0

    package init(_ days: CallDays, _ filter: Filter = .all) { (self.days, self.filter) = (days, filter) }

    /// Begins another list.
    package mutating func set(_ filter: Filter, _ days: CallDays) {
        let number = number + 1
        self = RecentList(days, filter)
        self.number = number
    }

    /// The next page; nil while one is on its way, and at the end.
    package mutating func next() -> Request? {
        guard waiting == nil, !isComplete else { return nil }
        guard let last = calls.last?.entries.last else { return request(before: 0, Self.firstPage) }
        return request(before: UInt64(clamping: last), Self.page)
    }

    /// The list from its beginning, because calls have changed; nil while an answer is on its way: ``received(_:for:)``
    /// tells then to ask again.
    package mutating func refresh(_ days: CallDays) -> Request? {
        self.days = days
        guard waiting == nil else {
            isStale = true
            return nil
        }
        return request(before: 0, min(max(lines, Self.firstPage), Self.most))
    }

    private mutating func request(before: UInt64, _ limit: Int) -> Request {
        number += 1
        let request = Request(filter: filter, before: before, limit: UInt32(limit), number: number)
        waiting = request
        return request
    }

    /// Takes the answer to a request; nil = the directory gave none. False: the calls have changed meanwhile, so
    /// ``refresh(_:)``.
    package mutating func received(_ answer: [[String: Variant]]?, for request: Request) -> Bool {
        guard request == waiting else { return true }
        waiting = nil
        defer { isStale = false }
        guard let answer else { return !isStale }
        let tail = request.before == 0 && answer.count == Int(request.limit) ? tail(behind: answer) : []
        if request.before == 0 { (calls, lines) = ([], 0) }
        isLoaded = true
        append(answer.map(RecentCall.init))
        lines += answer.count
        if tail.isEmpty {
            isComplete = answer.count < Int(request.limit)
        } else {
            lines += tail.reduce(0) { $0 + $1.count }
            append(tail)
        }
        return !isStale
    }

    /// The calls that were read before and that come behind the lines of a refresh: the user may look at them, and a
    /// new call pushes no line out of the list, which would lay out all of them again.
    private func tail(behind answer: [[String: Variant]]) -> [RecentCall] {
        guard let last = answer.last else { return [] }
        let entry = Int64(clamping: last.time(.entry))
        return calls.compactMap { $0.before(entry) }
    }

    private mutating func append(_ new: [RecentCall]) {
        if case .caller = filter { return calls += new }
        for call in new where calls.isEmpty || !calls[calls.count - 1].absorb(call, days) { calls.append(call) }
    }

    /// The place of a line by its entry, with the heading above it if it is the first of its day.
    package func headings() -> [Int64: String] {
        var (headings, day): ([Int64: String], Int?) = ([:], nil)
        for call in calls {
            let own = days.day(of: call.call.startedAt)
            if own != day { headings[call.entry] = days.heading(of: call.call.startedAt) }
            day = own
        }
        return headings
    }
}

extension RecentList.Request {
    /// The method of the history that answers.
    package var method: DirectoryMethod {
        switch filter {
        case .all, .missed, .caller: .listHistory
        case .search: .searchHistory
        }
    }

    /// The filter of the method.
    package var options: [String: Variant] {
        switch filter {
        case .all, .search: [:]
        case .missed: [String: Variant]([.missed: .bool(true)])
        case .caller(let handle): [String: Variant]([.handle: handle.variant])
        }
    }
}

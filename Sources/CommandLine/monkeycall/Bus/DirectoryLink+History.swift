// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import SDBus

// The calls that have ended, as the directory keeps them.

extension DirectoryLink {
    /// The most entries of one reply.
    private static let page: UInt32 = 1_000

    /// At most `limit` calls that fit the filter, the newest first.
    func history(_ filter: [String: Variant] = [:], limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(limit) { (before, count) throws(Failure) in
            try call(.listHistory, filter, before, count, returning: [[String: Variant]].self)
        }
    }

    /// At most `limit` callers, each with its newest call, the newest first.
    func recentCallers(limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(limit) { (before, count) throws(Failure) in
            try call(.listRecents, [String: Variant](), before, count, returning: [[String: Variant]].self)
        }
    }

    /// At most `limit` calls that have each word of the text, the newest first.
    func searchHistory(_ text: String, limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(limit) { (before, count) throws(Failure) in
            try call(.searchHistory, text, [String: Variant](), before, count, returning: [[String: Variant]].self)
        }
    }

    private func pages(
        _ limit: Int, _ page: (_ before: UInt64, _ count: UInt32) throws(Failure) -> [[String: Variant]]
    ) throws(Failure) -> [[String: Variant]] {
        var all: [[String: Variant]] = []
        while all.count < limit {
            let count = UInt32(clamping: min(limit - all.count, Int(Self.page)))
            let next = try page(all.last?.time(.entry) ?? 0, count)
            all += next
            if next.count < count { break }
        }
        return all
    }
}

extension [String: Variant] {
    /// The number of an entry of the history.
    var entry: Int64 { Int64(clamping: time(.entry)) }

    /// The call of an entry of the history.
    var historyCall: CallRecord { CallRecord(historyEntry: self) }

    /// What became of the call of an entry of the history, for people.
    var outcome: String { text(.outcome) + (flag(.unread) ? ", new" : "") }
}

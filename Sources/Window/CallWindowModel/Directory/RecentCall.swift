// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
package import SDBus

/// A line of the recent calls: the newest of one or several calls with the same caller.
package struct RecentCall: Hashable, Sendable {
    /// The numbers of the entries that this program has read, the newest one first; never empty.
    package private(set) var entries: [Int64]
    package let call: CallRecord
    package let outcome: Received<CallOutcome>
    /// How many calls the line stands for.
    package private(set) var count: Int
    /// How many of them were missed and not seen.
    package private(set) var unreadMissed: Int

    /// A line of `List`, `Search` or `Recents`.
    package init(_ line: [String: Variant]) {
        entries = [Int64(clamping: line.time(.entry))]
        call = CallRecord(historyEntry: line)
        outcome = line.word(.outcome)
        count = Int(line[.calls]?.uint32 ?? 1)
        unreadMissed = Int(line[.unreadMissed]?.uint32 ?? (line.flag(.unread) ? 1 : 0))
    }

    /// The entry of the newest call.
    package var entry: Int64 { entries.first ?? 0 }
    package var handle: WireHandle { call.handle }
    package var isMissed: Bool { outcome.word?.isMissed ?? false }
    package var isBlocked: Bool { outcome.word?.isBlocked ?? false }
    package var isUnread: Bool { unreadMissed > 0 }

    /// Adds an earlier call, if it may share the line: the same caller, the same day, and blocked alike.
    mutating func absorb(_ earlier: RecentCall, _ days: CallDays) -> Bool {
        guard handle == earlier.handle, isBlocked == earlier.isBlocked, isMissed == earlier.isMissed,
            call.isOutgoing == earlier.call.isOutgoing,
            days.day(of: call.startedAt) == days.day(of: earlier.call.startedAt)
        else { return false }
        entries += earlier.entries
        count += earlier.count
        unreadMissed += earlier.unreadMissed
        return true
    }
}

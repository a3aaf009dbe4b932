// SPDX-License-Identifier: MIT

/// The times of calls are dates, because people and other programs read them. When the date is set, the times of the
/// calls that go on move with it. So their differences, also the one to now, are the times that passed.
extension Domain {
    /// Whether there are calls whose times move with the date.
    package var hasTimes: Bool { !calls.isEmpty || !screenings.waiting.isEmpty }

    mutating func moveTimes(by microseconds: Int64) {
        for call in calls.values.sorted(by: { ($0.startedAt, $0.id.low) < ($1.startedAt, $1.id.low) }) {
            calls.update(call.id) { $0.moveTimes(by: microseconds) }
        }
        for call in screenings.inOrder { screenings.update(call.id) { $0.moveTimes(by: microseconds) } }
    }
}

extension Call {
    fileprivate mutating func moveTimes(by microseconds: Int64) {
        startedAt = startedAt.moved(by: microseconds)
        connectingAt = connectingAt.moved(by: microseconds)
        connectedAt = connectedAt.moved(by: microseconds)
    }
}

extension Time {
    /// 0 is no time, and stays. No date is before 1970.
    fileprivate func moved(by microseconds: Int64) -> Time {
        guard self != 0 else { return 0 }
        let (moved, overflows) = Int64(clamping: self).addingReportingOverflow(microseconds)
        return overflows ? self : Time(Swift.max(moved, 1))
    }
}

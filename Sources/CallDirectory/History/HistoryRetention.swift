// SPDX-License-Identifier: MIT

import DirectoryHistory
import SDBus

/// Removes the calls that are older than the user keeps them: when the database was opened, when the user changes the time, and
/// then once a day. A user who keeps the calls for ever costs no timer.
final class HistoryRetention {
    private let store: DirectoryStore
    private let loop: EventLoop
    private var days = 0
    private var timer: Timer?
    private static let day: UInt64 = 86_400_000_000

    init(_ store: DirectoryStore, _ loop: EventLoop) { (self.store, self.loop) = (store, loop) }

    /// The database has changed.
    func follow() {
        guard store.data.retentionDays != days else { return }
        days = store.data.retentionDays
        timer = nil
        if days > 0 { removeDaily() }
    }

    /// At a time of day, because a sleeping computer would delay a timer that only counts its running time.
    private func removeDaily() {
        remove()
        timer = try? loop.timer(at: SystemClock.realtime + Self.day) { [unowned self] in removeDaily() }
    }

    /// In pieces, so that a call that ends meanwhile is recorded between two of them.
    private func remove() {
        let now = SystemClock.realtime
        store.writeHistory(for: .own) { (history) throws(DirectoryProblem) in
            try history.removeExpired(now: now)
        } then: { [unowned self] in
            if case .success(true) = $0 { remove() }
        }
    }
}

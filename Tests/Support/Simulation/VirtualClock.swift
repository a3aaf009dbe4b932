// SPDX-License-Identifier: MIT

internal import CallService
internal import SDBus

/// Time that passes when it is told to, and timers that fire then.
final class VirtualClock {
    /// A day in 2027.
    static let beginning: UInt64 = 1_800_000_000_000_000
    /// Microseconds since the Unix epoch.
    private(set) var now = beginning
    private var agenda = Agenda<Weakly>()

    private final class Timer {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Who drops a timer cancels it.
    private struct Weakly { weak var timer: Timer? }

    /// What the service lives by.
    var serviceClock: ServiceClock {
        ServiceClock(
            now: { self.now },
            timer: { [unowned self] (after, body) throws(SDBus.BusError) in
                let timer = Timer(body)
                agenda.put(Weakly(timer: timer), at: now + after)
                return timer
            })
    }

    /// When the next timer is due; it may have been cancelled.
    var nextTimer: UInt64? { agenda.nextTime }

    /// Lets time pass until then.
    func advance(to time: UInt64) { now = max(now, time) }

    /// Fires the next timer if it is due. False if there is none; true also for one that was cancelled.
    func fire() -> Bool {
        guard let due = agenda.nextTime, due <= now else { return false }
        agenda.take()?.timer?.body()
        return true
    }
}

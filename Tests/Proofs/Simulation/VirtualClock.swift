// SPDX-License-Identifier: MIT

internal import CallService

/// A time that a test advances, and timers that fire accordingly.
final class VirtualClock {
    /// A day in 2027.
    static let beginning: UInt64 = 1_800_000_000_000_000
    /// Microseconds since the Unix epoch, as long as the date is not set.
    private(set) var now = beginning
    /// How far the date of the machine was set forwards.
    private var jumps: Int64 = 0
    private var agenda = Agenda<Weakly>()

    private final class Timer {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// The agenda does not own its timers: the service cancels a timer by releasing it.
    private struct Weakly { weak var timer: Timer? }

    /// The clock that the service uses.
    var serviceClock: ServiceClock {
        ServiceClock(
            now: { self.date }, uptime: { self.now }, elapsed: { self.now },
            timer: { [unowned self] after, body in
                let timer = Timer(body)
                agenda.put(Weakly(timer: timer), at: now + after)
                return timer
            })
    }

    /// The date of the machine, in microseconds since the Unix epoch.
    var date: UInt64 { UInt64(Int64(now) + jumps) }

    /// Sets the date forwards or back, while the time goes on.
    func setDate(by microseconds: Int64) { jumps += microseconds }

    /// The time of the next timer, which may have been cancelled; nil = no timer.
    var nextTimer: UInt64? { agenda.nextTime }

    /// Advances the time. It never goes back.
    func advance(to time: UInt64) { now = max(now, time) }

    /// Fires the next timer if it is due. False if there is none; true also for one that was cancelled.
    func fire() -> Bool {
        guard let due = agenda.nextTime, due <= now else { return false }
        agenda.take()?.timer?.body()
        return true
    }
}

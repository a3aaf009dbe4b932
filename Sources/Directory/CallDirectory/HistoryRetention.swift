// SPDX-License-Identifier: MIT

import DirectoryDatabase
import SDBus

/// Removes the calls that are older than the user keeps them: when the database was opened, when the user changes the
/// time, and then once a day. A user who keeps the calls for ever costs no timer.
final class HistoryRetention {
    private let store: DirectoryStore
    private let clock: MachineClock
    private let loop: EventLoop
    private var days = 0
    private var timer: Timer?

    init(_ store: DirectoryStore, _ clock: MachineClock, _ loop: EventLoop) {
        (self.store, self.clock, self.loop) = (store, clock, loop)
    }

    /// The database has changed.
    func follow() {
        guard store.data.retentionDays != days else { return }
        days = store.data.retentionDays
        timer = nil
        if days > 0 { removeDaily() }
    }

    private func removeDaily() {
        let (asked, date) = (days, SystemClock.realtime)
        clock.ask { [unowned self] trust in
            // The user may have changed the time meanwhile.
            guard days == asked, days > 0 else { return }
            let now = SystemClock.realtime
            switch RetentionStep(trust, askedAt: date, answeredAt: now) {
            case .remove(let date, let pause):
                remove(at: date)
                // At a time of day, because a sleeping computer would delay a timer that only counts its running time.
                timer = loop.timer(at: now + pause) { [unowned self] in removeDaily() }
            case .wait(let pause): timer = loop.timer(after: pause) { [unowned self] in removeDaily() }
            }
        }
    }

    /// In pieces, so that a call that ends meanwhile is recorded between two of them. All pieces take the same date: a
    /// date that is set meanwhile removes nothing.
    private func remove(at date: UInt64) {
        store.writeHistory(for: .own) { (history) throws(DirectoryProblem) in
            try history.removeExpired(now: date)
        } then: { [unowned self] in
            if case .success(true) = $0 { remove(at: date) }
        }
    }
}

/// What is done about old calls now. Their age depends on the date, and a wrong date would remove the whole history for
/// ever.
enum RetentionStep: Hashable {
    /// The calls that are old at a date are removed. Old calls are looked for again after these microseconds.
    case remove(at: UInt64, nextIn: UInt64)
    /// Nothing is removed. The clock is asked again after these microseconds.
    case wait(UInt64)

    /// The dates are those before and after the question. The date may have been set between them, so the earlier one
    /// counts: it removes fewer calls.
    init(_ trust: ClockTrust, askedAt before: UInt64, answeredAt after: UInt64) {
        switch trust {
        case .synchronised, .unknown: self = .remove(at: min(before, after), nextIn: 86_400_000_000)
        case .unsynchronised: self = .wait(3_600_000_000)
        }
    }
}

/// Whether the date of the machine can be right.
enum ClockTrust: Hashable {
    /// A program keeps it right by the time of another clock.
    case synchronised
    /// Nothing has set it right since the start, or since somebody set it.
    case unsynchronised
    /// The machine has no service that knows.
    case unknown
}

/// Asks systemd whether the clock of the machine is synchronised. It knows from the kernel, which every program that
/// synchronises the clock tells; a sandboxed service may not ask the kernel itself.
final class MachineClock {
    private let bus: BusConnection
    private static let name: BusName = "org.freedesktop.timedate1"
    /// In microseconds.
    private static let patience: UInt64 = 20_000_000

    /// On the bus of the system.
    init(_ bus: BusConnection) { self.bus = bus }

    func ask(_ body: @escaping (ClockTrust) -> Void) {
        let get = CallTarget(Self.name, "/org/freedesktop/timedate1", StandardInterface.properties, "Get")
        bus.ask(get, Self.name.text, "NTPSynchronized", timeout: Self.patience) { body(Self.trust($0)) }
    }

    private static func trust(_ reply: Result<Message, BusError>) -> ClockTrust {
        do throws(BusError) {
            return try reply.get().read(Variant.self).bool == true ? .synchronised : .unsynchronised
        } catch {
            let isAbsent = [StandardErrorName.serviceUnknown, StandardErrorName.nameHasNoOwner].contains(error.name)
            return isAbsent ? .unknown : .unsynchronised
        }
    }
}

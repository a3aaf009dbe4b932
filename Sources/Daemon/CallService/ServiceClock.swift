// SPDX-License-Identifier: MIT

/// The clock of a service: the machine's clock in the daemon, a virtual clock in a simulation.
public struct ServiceClock {
    /// Microseconds since the Unix epoch.
    let now: () -> UInt64
    /// Microseconds since the boot, with the time of suspend: a difference is what passed, also if the date was set
    /// meanwhile.
    let uptime: () -> UInt64
    /// Microseconds that only grow: the time of the timers, also for the next service.
    let elapsed: () -> UInt64
    /// Calls `body` once, after so many microseconds. Dropping the result cancels the timer; nil = it cannot be set.
    let timer: (_ after: UInt64, _ body: @escaping () -> Void) -> AnyObject?

    /// A clock with that time and these timers.
    public init(
        now: @escaping () -> UInt64, uptime: @escaping () -> UInt64, elapsed: @escaping () -> UInt64,
        timer: @escaping (_ after: UInt64, _ body: @escaping () -> Void) -> AnyObject?
    ) {
        self.now = now
        self.uptime = uptime
        self.elapsed = elapsed
        self.timer = timer
    }
}

/// Notices that the date of the machine was set.
struct DateFollower {
    /// In microseconds. A shorter jump changes no time that a person sees, and a service that waits for the processor
    /// between the readings of two clocks finds one.
    private static let shortest: Int64 = 1_000_000
    /// The date minus the time since the boot.
    private var distance: Int64

    init(_ clock: ServiceClock) { distance = Self.distance(clock) }

    /// How far the date has jumped since the last call of this function; nil = it has not.
    mutating func jump(_ clock: ServiceClock) -> Int64? {
        let jump = Self.distance(clock) - distance
        guard abs(jump) >= Self.shortest else { return nil }
        distance += jump
        return jump
    }

    private static func distance(_ clock: ServiceClock) -> Int64 {
        Int64(clamping: clock.now()) - Int64(clamping: clock.uptime())
    }
}

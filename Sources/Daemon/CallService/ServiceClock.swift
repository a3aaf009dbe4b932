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

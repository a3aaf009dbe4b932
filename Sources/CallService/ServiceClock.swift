// SPDX-License-Identifier: MIT

public import SDBus

/// The time that a service lives by: the machine's in the daemon, a made-up one in a simulation.
public struct ServiceClock {
    /// Microseconds since the Unix epoch.
    let now: () -> UInt64
    /// Calls `body` once, so many microseconds from now. Dropping what it returns cancels it.
    let timer: (_ after: UInt64, _ body: @escaping () -> Void) throws(BusError) -> AnyObject

    /// A clock with that time and these timers.
    public init(
        now: @escaping () -> UInt64,
        timer: @escaping (_ after: UInt64, _ body: @escaping () -> Void) throws(BusError) -> AnyObject
    ) {
        self.now = now
        self.timer = timer
    }
}

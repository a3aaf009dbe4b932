// SPDX-License-Identifier: MIT

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

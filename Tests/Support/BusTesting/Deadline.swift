// SPDX-License-Identifier: MIT

public import Foundation

/// The time at which a wait gives up. Every wait of the test support has one.
public struct Deadline: Sendable {
    /// The standard time-out of a wait, in seconds. Only a failing test waits for so long; it is long enough for a busy
    /// machine.
    public static let standardTimeout: Double = 60

    private let end: ContinuousClock.Instant

    /// A deadline `seconds` from now; nil = the standard time-out.
    public init(after seconds: Double? = nil) {
        end = .now + .seconds(seconds ?? Self.standardTimeout)
    }

    /// Whether the deadline has passed.
    public var hasPassed: Bool { ContinuousClock.now >= end }

    /// The rest of the time for `poll` and libdbus; 0 only when the deadline has passed.
    var milliseconds: Int32 {
        let left = end - .now
        guard left > .zero else { return 0 }
        let whole = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: whole + 1)
    }

    /// The deadline as a date, for conditions of Foundation.
    public var date: Date { Date(timeIntervalSinceNow: Double(milliseconds) / 1000) }
}

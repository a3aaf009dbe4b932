// SPDX-License-Identifier: MIT

public import Foundation

/// The point in time at which a wait gives up. Every wait of the test support has one.
public struct Deadline: Sendable {
    /// How long a wait lasts unless it says otherwise, in seconds. Only a test that fails waits so long; a busy machine
    /// must not make one fail.
    public static let standardTimeout: Double = 60

    private let end: ContinuousClock.Instant

    /// A deadline `seconds` from now; the standard time-out when nil.
    public init(after seconds: Double? = nil) {
        end = .now + .seconds(seconds ?? Self.standardTimeout)
    }

    /// Whether the time is up.
    public var hasPassed: Bool { ContinuousClock.now >= end }

    /// What is left, for `poll` and libdbus; at least 0, and 1 rather than 0 while anything is left.
    var milliseconds: Int32 {
        let left = end - .now
        guard left > .zero else { return 0 }
        let whole = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: whole + 1)
    }

    /// The same as a date, for conditions of Foundation.
    public var date: Date { Date(timeIntervalSinceNow: Double(milliseconds) / 1000) }
}

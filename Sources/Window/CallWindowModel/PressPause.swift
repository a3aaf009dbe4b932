// SPDX-License-Identifier: MIT

/// A button that ends a call ignores the pointer for a moment after it has come: a double click on *Call* must not hang
/// up. Keys and screen readers act at once. Times are in microseconds.
package struct PressPause: Hashable, Sendable {
    package static let length: UInt64 = 600_000

    private var end: UInt64 = 0

    package init() {}

    /// The button has its place, and no frame has shown it yet.
    package mutating func come() { end = .max }

    /// The user can see it from now on.
    package mutating func appear(at now: UInt64) { end = now + Self.length }

    package func ignoresPointer(at now: UInt64) -> Bool { now < end }
}

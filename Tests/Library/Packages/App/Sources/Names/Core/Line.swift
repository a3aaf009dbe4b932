// SPDX-License-Identifier: MIT

/// The line of an app.
public struct Line: Sendable {
    /// Its number.
    public let number: String

    /// A line with that number.
    public init(_ number: String) { self.number = number }
}

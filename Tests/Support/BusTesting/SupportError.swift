// SPDX-License-Identifier: MIT

import Foundation

/// The test support could not do what it was asked to: the message is written for whoever reads a failed test.
public struct SupportError: Error, CustomStringConvertible, Sendable {
    /// What happened, with the output of the process at fault where there is one.
    public let description: String

    /// An error that says `description`.
    public init(_ description: String) {
        self.description = description
    }

    /// An error for a failed system call, read from `errno` or given as a code.
    static func system(_ what: String, code: Int32 = errno) -> SupportError {
        SupportError("\(what): \(String(cString: strerror(code)))")
    }
}

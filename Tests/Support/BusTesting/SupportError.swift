// SPDX-License-Identifier: MIT

import Foundation

/// The test support failed. Its message is for the reader of a failed test.
public struct SupportError: Error, CustomStringConvertible, Sendable {
    /// The failure, with the output of the process if one caused it.
    public let description: String

    /// An error with that description.
    public init(_ description: String) {
        self.description = description
    }

    /// An error for a failed system call, from `errno` or the given code.
    package static func system(_ what: String, code: Int32 = errno) -> SupportError {
        SupportError("\(what): \(String(cString: strerror(code)))")
    }
}

// SPDX-License-Identifier: MIT

/// What came of a program that ran to its end.
public struct CommandResult: Sendable, CustomStringConvertible {
    /// How it ended.
    public let status: ChildProcess.Status
    /// What it printed.
    public let output: String
    /// What it printed to standard error.
    public let errors: String

    /// Whether it ended with exit status 0.
    public var succeeded: Bool { status == .exited(0) }

    /// All of it, for the message of a failed test.
    public var description: String { "\(status)\noutput: \(output)\nerrors: \(errors)" }
}

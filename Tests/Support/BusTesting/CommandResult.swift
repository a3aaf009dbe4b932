// SPDX-License-Identifier: MIT

/// The result of a program that ran to its end.
public struct CommandResult: Sendable, CustomStringConvertible {
    /// The way it ended.
    public let status: ChildProcess.Status
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let errors: String

    /// Whether the program ended with exit status 0.
    public var succeeded: Bool { status == .exited(0) }

    /// Status, output and errors, for the message of a failed test.
    public var description: String { "\(status)\noutput: \(output)\nerrors: \(errors)" }
}

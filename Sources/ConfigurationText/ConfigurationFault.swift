// SPDX-License-Identifier: MIT

/// A mistake in a configuration file.
public struct ConfigurationFault: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The mistake, and what to write instead.
    public let message: String

    /// A fault in that line.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

// SPDX-License-Identifier: MIT

/// What is wrong with a configuration file, and where.
package struct ConfigurationFault: Error, Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// What is wrong, and what would be right.
    package let message: String

    /// A fault in that line.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

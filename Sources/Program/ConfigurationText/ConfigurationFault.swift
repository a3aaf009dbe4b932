// SPDX-License-Identifier: MIT

/// A mistake in a configuration file.
package struct ConfigurationFault: Error, Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The mistake, and what to write instead.
    package let message: String

    /// A fault in that line.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

// SPDX-License-Identifier: MIT

import Foundation

/// Whether this test run has the rights of root. Tests that need them use the trait `.needsRoot`.
public enum Privilege {
    /// Whether the tests run as root.
    public static var isRoot: Bool { geteuid() == 0 }

    static let rootComment = "needs root: run as root or with sudo"

    /// Throws a clear error when the tests do not run as root.
    public static func requireRoot() throws {
        guard isRoot else { throw SupportError(rootComment) }
    }
}

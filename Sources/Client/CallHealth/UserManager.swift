// SPDX-License-Identifier: MIT

package import SDBus

/// The user's systemd, which starts the parts of MonkeyCall, and knows which of them are installed.
package enum UserManager {
    /// A method of it.
    package static func target(_ member: MemberName) -> CallTarget {
        CallTarget(
            "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", member)
    }
}

/// Why the user's systemd did not start a unit, or does not know it.
package enum UnitFailure: Hashable, Sendable, CaseIterable {
    /// No systemd manages the services of the user.
    case noManager
    case notInstalled
    /// The user has masked the unit, or it is not to start at a login.
    case unwanted
    case failed

    /// From the answer of the manager.
    package init(_ error: BusError) {
        switch error.name {
        case Self.errors + "NoSuchUnit", StandardErrorName.fileNotFound: self = .notInstalled
        case Self.errors + "UnitMasked": self = .unwanted
        default: self = error.saysUnavailable && !error.name.hasPrefix(Self.errors) ? .noManager : .failed
        }
    }

    private static let errors = "org.freedesktop.systemd1."
}

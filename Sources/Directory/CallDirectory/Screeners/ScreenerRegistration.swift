// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import SDBus

/// A screener on the session bus.
struct ScreenerRegistration {
    let identifier: String
    /// Its unique name.
    let connection: String
    /// How long the directory waits for its answer, in microseconds.
    let deadline: UInt64

    /// With the time of the directory itself, one second.
    private static let defaultDeadline: UInt64 = 900_000
    /// With the time of the directory itself, the longest deadline that the service allows.
    private static let longestDeadline = UInt64(Limits().screeningDeadline) - DirectoryRegistration.defaultTime

    /// `app` is the sandboxed app of the caller, nil = no sandbox.
    init(_ identifier: String, _ options: Options, app: String?, connection: String) throws(BusError) {
        let limits = Limits()
        guard limits.allowsIdentifier(identifier) else {
            throw .invalidArgs(
                """
                The identifier must have 1 to \(limits.textLength) of the characters A-Z a-z 0-9 . - _ and not begin with \
                . or -
                """)
        }
        if let app, !SandboxName.owns(identifier, app: app) {
            throw .accessDenied(
                "This app may not use the name \(identifier). It owns \(SandboxName.owned(by: app))")
        }
        let deadline = try options.time(.deadline) ?? Self.defaultDeadline
        guard 1...Self.longestDeadline ~= deadline else {
            throw .invalidArgs("Deadline must be 1 to \(Self.longestDeadline) microseconds.")
        }
        (self.identifier, self.connection, self.deadline) = (identifier, connection, deadline)
    }
}

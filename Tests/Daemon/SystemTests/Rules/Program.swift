// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// An app that is a process: `monkeycall provider --auto`, which fulfils each action at once.
struct Program {
    let identifier: String
    private let process: ChildProcess

    init(_ name: String, on bus: BusDaemon) throws {
        identifier = "org.example.\(name)"
        process = try ChildProcess([
            try Product.path("monkeycall"), "--address=\(bus.address)", "provider", identifier, "--auto",
        ])
        _ = try process.waitForLine { $0.hasPrefix("registered ") }
    }

    /// Suspends the process. Its connection stays open.
    func hang() throws {
        process.send(signal: SIGSTOP)
        var information = siginfo_t()
        guard waitid(P_PID, id_t(process.processID), &information, WSTOPPED) == 0 else {
            throw SupportError("\(identifier) does not stop")
        }
    }

    func goOn() { process.send(signal: SIGCONT) }

    /// Kills the process, so that it cannot invalidate its provider.
    func die() throws { try process.kill9() }

    /// Waits until the program prints a line with this prefix.
    func waitForLine(_ prefix: String) throws { _ = try process.waitForLine { $0.hasPrefix(prefix) } }

    /// A start-call action, for a transaction.
    func start(_ call: String) -> [String: DBusValue] { .start(call, at: identifier) }
}

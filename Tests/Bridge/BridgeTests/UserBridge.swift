// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The real bridge of the user: the service on the bus of a stage, the sources on a session bus of its own, and no
/// sound server.
final class UserBridge {
    private let stage: Stage
    private let session: BusDaemon
    private(set) var process: ChildProcess

    init(_ stage: Stage, _ session: BusDaemon) throws {
        (self.stage, self.session) = (stage, session)
        process = try Self.start(stage, session)
    }

    /// Starts it after its end.
    func start() throws { process = try another() }

    /// A second bridge of the same user.
    func another() throws -> ChildProcess { try Self.start(stage, session) }

    /// The user writes the settings, and lets the bridge read them.
    func set(_ text: String) throws {
        try text.write(to: Self.settings(session), atomically: true, encoding: .utf8)
        process.send(signal: SIGHUP)
    }

    private static func start(_ stage: Stage, _ session: BusDaemon) throws -> ChildProcess {
        try ChildProcess(
            [
                try Product.path("monkeycall-bridge"), "--address=\(stage.bus.address)",
                "--session-address=\(session.address)", "--settings=\(settings(session).path)",
            ], environment: session.withoutSound)
    }

    private static func settings(_ session: BusDaemon) -> URL {
        session.directory.url.appendingPathComponent("bridge.conf")
    }
}

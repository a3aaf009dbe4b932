// SPDX-License-Identifier: MIT

import BusTesting

/// The process of an app that obeys commands, see AVFAudioActor.
final class ActorProcess {
    let process: ChildProcess

    init(_ environment: [String: String], sandbox: ControlGroup? = nil) throws {
        process = try ChildProcess([Product.path("AVFAudioActor")], environment: environment, controlGroup: sandbox)
    }

    /// Sends a command. Returns the lines that the app prints until it is done.
    func tell(_ command: String) throws -> [String] {
        try process.writeLine(command)
        var said: [String] = []
        while case let line = try process.waitForLine(), line != "done" { said.append(line) }
        return said
    }

    func waitForLine() throws -> String { try process.waitForLine() }
}

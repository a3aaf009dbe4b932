// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A process with CallKit in it, see CallKitActor.
final class Player {
    let name: String
    private let process: ChildProcess
    private var lines: [String] = []
    /// Whether it answers: not while its queue is blocked, and not when it is dead.
    private(set) var isListening = true

    init(_ name: String, _ identifier: String? = nil, at address: String) throws {
        self.name = name
        process = try ChildProcess(
            [Product.path("CallKitActor"), identifier ?? "org.example.\(name)"],
            environment: ["MONKEYCALL_BUS": address])
    }

    /// Gives commands, one after the other, and waits until the service has answered to all of them.
    func does(_ commands: String...) throws {
        for command in commands { try begins(command) }
        try process.writeLine("done")
        try read(to: "done")
    }

    /// Gives a command, and waits for nothing.
    func begins(_ command: String) throws {
        try process.writeLine(command)
        if command == "block" { isListening = false }
        if command == "unblock" { isListening = true }
    }

    /// The process crashes.
    func kill9() throws {
        try process.kill9()
        isListening = false
    }

    /// Reads what it says until it has handled everything that it was sent. False if that was nothing.
    func sync(_ number: Int) throws -> Bool {
        try process.writeLine("sync \(number)")
        let before = lines.count
        try read(to: "sync \(number)")
        return lines.count > before
    }

    private func read(to last: String) throws {
        while true {
            let line = try process.waitForLine()
            if line == last { return }
            lines.append(line)
        }
    }

    func wait(for line: String, timeout: Double? = nil) throws {
        while !lines.contains(line) { lines.append(try process.waitForLine(timeout: timeout)) }
    }

    /// What it has said since the last time.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

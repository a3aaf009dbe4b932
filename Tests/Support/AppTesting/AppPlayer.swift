// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A process of an app that uses CallKit or LiveCommunicationKit, see CallKitActor.
package final class AppPlayer {
    package let name: String
    private let process: ChildProcess
    private var lines: [String] = []
    /// False while the main queue of the app is blocked, and after the process was killed.
    package private(set) var isListening = true

    package init(_ name: String, _ identifier: String? = nil, at address: String) throws {
        self.name = name
        process = try ChildProcess(
            [Product.path("CallKitActor"), identifier ?? "org.example.\(name)"],
            environment: ["MONKEYCALL_BUS": address])
    }

    /// Sends commands one after another, and waits until the service has answered all of them.
    package func does(_ commands: String...) throws {
        for command in commands { try begins(command) }
        try process.writeLine("done")
        try read(to: "done")
    }

    /// Sends a command and does not wait.
    package func begins(_ command: String) throws {
        try process.writeLine(command)
        if command == "block" { isListening = false }
        if command == "unblock" { isListening = true }
    }

    package func kill9() throws {
        try process.kill9()
        isListening = false
    }

    /// Reads the app's lines until it has handled all messages so far. Returns false if there were no lines.
    package func sync(_ number: Int) throws -> Bool {
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

    package func wait(for line: String, timeout: Double? = nil) throws {
        while !lines.contains(line) { lines.append(try process.waitForLine(timeout: timeout)) }
    }

    /// Waits until the library has logged this text, after what was waited for before. Returns how often it has so far.
    package func waitForLog(_ text: String) throws -> Int {
        _ = try process.waitForLine(of: .error) { $0.contains(text) }
        return process.text(of: .error).split(separator: "\n").count { $0.contains(text) }
    }

    /// The lines of the app since the last time.
    package func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

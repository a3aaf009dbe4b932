// SPDX-License-Identifier: MIT

import Foundation

/// A long-lived app on CallKit, or with the argument `conversations` on LiveCommunicationKit. It reads `calls N`,
/// `providers N` and `observers N` until its input ends. It answers each line with `done` if all objects were freed,
/// else with the rest. It prints `begun` when its provider is registered.
@main
struct CallKitSoak {
    static func main() async throws {
        let app: any SoakedApp = CommandLine.arguments.contains("conversations") ? ConversationApp() : CallApp()
        for await line in lines() {
            let order = line.split(separator: " ")
            guard order.count == 2, let count = Int(order[1]) else { fatalError("not an order: \(line)") }
            let left = Leftovers()
            switch (order[0], app) {
            case ("calls", _): for number in 0..<count { try await app.call(number, left) }
            case ("providers", _): for _ in 0..<count { app.provide(left) }
            case ("observers", let app as CallApp): for _ in 0..<count { app.observe(left) }
            default: fatalError("not an order: \(line)")
            }
            await app.settle()
            left.judge()
            say(left.all.isEmpty ? "done" : "left: " + left.all.prefix(5).joined(separator: ", "))
        }
    }

    /// The lines of the input. The main thread runs the main queue meanwhile, as in an app.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// An app that makes calls.
protocol SoakedApp: Sendable {
    /// One call from beginning to end. Its objects become leftovers.
    func call(_ number: Int, _ leftovers: Leftovers) async throws
    /// A provider that the app drops without invalidating it.
    func provide(_ leftovers: Leftovers)
    /// Returns when the service has answered everything, and every callback has run.
    func settle() async
}

/// Objects that must be freed, and the names of those that still existed at the check.
final class Leftovers: @unchecked Sendable {
    private struct Weak {
        weak var object: AnyObject?
        let name: String
    }

    private let lock = NSLock()
    private var suspects: [Weak] = []
    private var found: [String] = []

    func suspect(_ object: AnyObject) {
        lock.withLock { suspects.append(Weak(object: object, name: "\(type(of: object))")) }
    }

    /// Checks the suspects. They should be freed by now.
    func judge() {
        lock.withLock {
            found += suspects.compactMap { $0.object == nil ? nil : $0.name }
            suspects = []
        }
    }

    var all: [String] { lock.withLock { found } }
}

// SPDX-License-Identifier: MIT

import CallKit

/// A long-lived app. It reads `calls N`, `providers N` and `observers N` until its input ends. It answers each line
/// with `done` if all objects were freed, else with the rest. It prints `begun` when its provider is registered.
@main
struct CallKitSoak {
    static func main() {
        let app = App()
        while let order = readLine()?.split(separator: " "), order.count == 2, let count = Int(order[1]) {
            let left = Leftovers()
            switch order[0] {
            case "calls": for number in 0..<count { app.call(number, left) }
            case "providers": for _ in 0..<count { app.provide(left) }
            case "observers": for _ in 0..<count { app.observe(left) }
            default: fatalError("not an order: \(order[0])")
            }
            app.settle(left)
            say(left.all.isEmpty ? "done" : "left: " + left.all.prefix(5).joined(separator: ", "))
        }
    }
}

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Objects that must be freed, and the names of those that still existed at the check.
final class Leftovers: @unchecked Sendable {
    private struct Weak {
        weak var object: NSObject?
        let name: String
    }

    private let lock = NSLock()
    private var suspects: [Weak] = []
    private var found: [String] = []

    func suspect(_ object: NSObject) {
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

// SPDX-License-Identifier: MIT

import CallKit

/// An app that lives long, led by lines: `calls N`, `providers N`, `observers N`. Each is answered by `done` when nothing
/// of it is left in the process, else by what is. Says `begun` whenever its provider is registered. Ends with its input.
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

/// Objects that must go, and those that were there when they should have gone.
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

    /// From here on they should be gone.
    func judge() {
        lock.withLock {
            found += suspects.compactMap { $0.object == nil ? nil : $0.name }
            suspects = []
        }
    }

    var all: [String] { lock.withLock { found } }
}

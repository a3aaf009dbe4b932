// SPDX-License-Identifier: MIT

import Foundation

/// An app that does what it is told to on standard input, a command a line, and prints all that CallKit tells it.
///
/// ``Actor/hear(_:)`` has the commands. Calls are named A to F, and so are their UUIDs.
@main
enum CallKitActor {
    static func main() {
        let actor = Actor(identifier: CommandLine.arguments.dropFirst().first ?? "org.example.Actor")
        Thread.detachNewThread {
            while let line = readLine() { actor.hear(line) }
            exit(0)
        }
        while true { RunLoop.main.run(until: .distantFuture) }
    }
}

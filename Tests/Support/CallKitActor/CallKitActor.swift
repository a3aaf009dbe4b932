// SPDX-License-Identifier: MIT

import Foundation

/// An app that obeys commands from standard input, one for each line, and prints everything that CallKit tells it.
///
/// ``Actor/hear(_:)`` has the commands. A call has a name from A to F, and its UUID consists of that letter.
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

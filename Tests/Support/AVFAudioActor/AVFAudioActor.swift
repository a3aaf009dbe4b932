// SPDX-License-Identifier: MIT

import Foundation

/// An app that does what it is told to on standard input, a command a line, and prints what came of it and what its audio
/// session posts.
///
/// ``Actor/obey(_:)`` has the commands. After each of them it prints `done`.
@main
enum AVFAudioActor {
    static func main() {
        let actor = Actor()
        Thread.detachNewThread {
            while let line = readLine() {
                actor.obey(line)
                actor.say("done")
            }
            exit(0)
        }
        while true { RunLoop.main.run(until: .distantFuture) }
    }
}

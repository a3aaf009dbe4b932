// SPDX-License-Identifier: MIT

import Foundation

/// An app that obeys commands from standard input, one for each line. It prints their results and the notifications of
/// its audio session.
///
/// ``Actor/obey(_:)`` has the commands. The app prints `done` after each of them.
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

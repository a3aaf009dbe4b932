// SPDX-License-Identifier: MIT

import CallKit

/// An app that obeys commands from standard input, one for each line, and prints everything that CallKit and
/// LiveCommunicationKit tell it.
///
/// ``Actor/hear(_:)`` has the commands; those that begin with `lc` are in ``Conversations/hear(_:)``. A call has a name
/// from A to F, and its UUID consists of that letter. With the arguments `--extension ID FILE` it is a call directory
/// extension instead.
@main
enum CallKitActor {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--extension" {
            ScriptedExtension(URL(fileURLWithPath: arguments[3])).serve(as: arguments[2])
        }
        let actor = Actor(identifier: arguments.first ?? "org.example.Actor")
        Thread.detachNewThread {
            while let line = readLine() { actor.hear(line) }
            exit(0)
        }
        RunLoop.main.run()
    }
}

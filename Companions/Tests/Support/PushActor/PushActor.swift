// SPDX-License-Identifier: MIT

import CallKit
import Glibc
import PushKit

/// An app that reports a call for each push. It tells the test on the session bus what its delegate hears.
///
/// The keys of a push: `call` is the UUID of the call to report, `caller` the number. Without `call` the app reports
/// none. `wait` keeps the completion until the test says `complete`, and `leave` ends the main function first.
@main
enum PushActor {
    static let name = "org.example.Ringer"

    static func main() {
        PKPushRegistry.busName = name
        let stage = Stage()
        let app = App(stage)
        stage.listen { app.obey($0) }
        app.start()
        app.waitForEnd()
        // Handlers run in the opposite order: this one before that of the library.
        atexit { Stage().say("exiting") }
    }
}

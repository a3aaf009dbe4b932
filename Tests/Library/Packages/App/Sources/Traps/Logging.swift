// SPDX-License-Identifier: MIT

import CallKit

// The text of objects in an app's log, as on Apple's systems.

enum Logging {
    static func log(_ call: CXCall, _ action: CXAction, _ provider: CXProvider, _ session: AVAudioSession) {
        NSLog("%@ is to %@, %@ %@ %d", call, action, provider, session, 1)
    }

    static func text(_ object: any CVarArg) -> String { String(format: "%@", object) }

    static func texts(_ action: CXAction, _ handle: CXHandle) -> String { String(format: "%@ of %@", action, handle) }
}

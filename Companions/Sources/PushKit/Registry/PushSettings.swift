// SPDX-License-Identifier: MIT

import Synchronization

/// What an app tells this library about itself, only on Linux.
struct PushSettings: Sendable {
    /// The app's name on the session bus; nil = the app's identifier.
    var busName: String?
    /// The key of the app's server; nil = none.
    var serverKey: String?

    static let shared = Mutex(PushSettings())
}

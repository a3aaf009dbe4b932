// SPDX-License-Identifier: MIT

public import Foundation

/// What the system expects from the app after a push.
open class PKVoIPPushMetadata: NSObject, @unchecked Sendable {
    /// Whether the app must report a call: always true on Linux.
    open var mustReport: Bool { true }

    /// For an app's own tests.
    public override init() {}
}

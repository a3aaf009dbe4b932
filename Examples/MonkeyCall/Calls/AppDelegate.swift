// SPDX-License-Identifier: MIT

import Foundation
import Intents

/// The entry points of the app: its start, and requests to call from outside.
@MainActor
final class AppDelegate {
    let callManager: ActiveCallManager

    init(callManager: ActiveCallManager) { self.callManager = callManager }

    /// Opens a link. Returns false if this app cannot call it.
    func application(open url: URL) -> Bool { start(StartCallRequest(url)) }

    /// Continues an activity that the user began elsewhere. Returns false if it is not a call.
    func application(continue userActivity: NSUserActivity) -> Bool { start(StartCallRequest(userActivity)) }

    private func start(_ request: StartCallRequest?) -> Bool {
        guard let request else { return false }
        callManager.start(request)
        return true
    }
}

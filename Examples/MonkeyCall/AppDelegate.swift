// SPDX-License-Identifier: MIT

import CallKit

/// Where the app begins, and where the system knocks to make it call somebody.
@MainActor
final class AppDelegate {
    let callManager: ActiveCallManager
    let providerDelegate: ProviderDelegate

    init(providerDelegate: ProviderDelegate) {
        self.providerDelegate = providerDelegate
        callManager = providerDelegate.callManager
    }

    /// Opens a link. False: it is none that this app can call.
    func application(open url: URL) -> Bool { start(StartCallRequest(url)) }

    /// Goes on with what the user has begun elsewhere. False: it is no call.
    func application(continue userActivity: NSUserActivity) -> Bool { start(StartCallRequest(userActivity)) }

    private func start(_ request: StartCallRequest?) -> Bool {
        guard let request else { return false }
        callManager.start(request)
        return true
    }
}

// SPDX-License-Identifier: MIT

import CallKit
import PushKit
import UIKit

/// The app. The bus starts it for a push, for a link, and when the user wants to call with it from elsewhere.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let calls = CallManager()
    private let registry = PKPushRegistry(queue: .main)

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        return true
    }

    /// A link of a browser or of another app, whose author is a stranger: an app with a window asks its user before it
    /// calls.
    func application(
        _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        guard let handle = CXHandle(url) else { return false }
        calls.start(to: handle)
        return true
    }
}

extension AppDelegate: @preconcurrency PKPushRegistryDelegate {
    /// Send the token to your server, which sends pushes with it.
    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {
        NSLog("The token for pushes has %d bytes", credentials.token.count)
    }

    /// Your server says that someone calls.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        let push = payload.dictionaryPayload
        let caller = CXHandle(type: .phoneNumber, value: push["caller"] as? String ?? "")
        await calls.report(UUID(uuidString: push["call"] as? String ?? "") ?? UUID(), from: caller)
    }
}

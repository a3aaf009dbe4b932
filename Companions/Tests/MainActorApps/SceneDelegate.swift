// SPDX-License-Identifier: MIT

import Intents
import UIKit

/// The scene of the app, which also gets links and requests to call.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    private var store: CallStore? { (UIApplication.shared.delegate as? AppDelegate)?.store }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene, let store else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = CallsViewController(store: store)
        window.makeKeyAndVisible()
        self.window = window
        if let activity = connectionOptions.userActivities.first { self.scene(scene, continue: activity) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        guard let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let person = intent.contacts?.first?.personHandle?.value
        else { return }
        let hasVideo = intent.callCapability == .videoCall
        Task { await store?.start(person, video: hasVideo) }
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        guard let url = URLContexts.first?.url, url.scheme == "tel" else { return }
        Task { await store?.start(url.absoluteString.replacing("tel:", with: ""), video: false) }
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        UIApplication.shared.applicationIconBadgeNumber = 0
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
        guard let window = (scene as? UIWindowScene)?.windows.first(where: \.isKeyWindow) else { return }
        window.isHidden = false
    }
}

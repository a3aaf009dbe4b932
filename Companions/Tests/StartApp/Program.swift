// SPDX-License-Identifier: MIT

import UIKit

/// An app that the user calls with from elsewhere. `START_APP` chooses the method that it has for it.
@main
enum Program {
    static let way = ProcessInfo.processInfo.environment["START_APP"] ?? ""

    @MainActor static func main() {
        switch way {
        case "application": ApplicationApp.main()
        case "swift4": Swift4App.main()
        case "scene", "connect": SceneApp.main()
        default: DeafApp.main()
        }
    }
}

/// Has no method for activities. In the way `provider` the delegate of its provider has one.
final class DeafApp: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Calls.shared.begin()
        return true
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { .withoutScene(connectingSceneSession) }
}

/// As before there were scenes.
final class ApplicationApp: UIResponder, UIApplicationDelegate {
    override init() { super.init() }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Calls.shared.begin()
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { Calls.shared.start("application", userActivity) }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { .withoutScene(connectingSceneSession) }
}

/// The same in Swift 4.
final class Swift4App: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Calls.shared.begin()
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([Any]?) -> Void
    ) -> Bool { Calls.shared.start("swift4", userActivity) }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { .withoutScene(connectingSceneSession) }
}

/// As the templates of Xcode: the class `SceneDelegate` has everything.
final class SceneApp: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Calls.shared.begin()
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { Calls.shared.start("wrong", userActivity) }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: windowScene)
        window?.rootViewController = UIViewController()
        window?.makeKeyAndVisible()
        guard Program.way == "connect", let activity = connectionOptions.userActivities.first else { return }
        _ = Calls.shared.start("connect", activity)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        let isShown = window?.windowScene === scene && UIApplication.shared.keyWindow === window
        _ = Calls.shared.start(isShown ? "scene" : "scene without a window", userActivity)
    }
}

extension UISceneConfiguration {
    /// This module has a class SceneDelegate, which an app without scenes does not have.
    static func withoutScene(_ session: UISceneSession) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.delegateClass = NSObject.self
        return configuration
    }
}

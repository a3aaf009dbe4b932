// SPDX-License-Identifier: MIT

public import Foundation
@_spi(Companions) public import Intents

/// What happens to a scene. Every method is optional. Only with `@main` on the app's delegate.
///
/// The class is the one of ``UISceneConfiguration/delegateClass``, or else the class `SceneDelegate` of the app's
/// module; an app without such a class has no scene. The scene appears when the app is in front first, or gets a
/// request to call. From then on the methods of the scene are called instead of those of the app's delegate.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene appears. The options have the links and the request to call that it appears for.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// Never called on Linux.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene is in front.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene leaves the front.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene becomes visible.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene is not visible any more.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// The desktop opens links. By default the app's delegate gets them.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    /// Never called on Linux.
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
    /// The user asked elsewhere to place a call with this app, and the delegate of the provider does not handle it. The
    /// activity's interaction has the intent. By default the app's delegate gets it.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// Never called on Linux.
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)
    /// Never called on Linux.
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
    /// Never called on Linux.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneDidDisconnect(_ scene: UIScene) {}
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    public func sceneWillResignActive(_ scene: UIScene) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    /// Gives the links to the app's delegate.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        for context in URLContexts { UIApplication.shared.open(forDelegate: context.url) }
    }
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {}
    /// Leaves the activity to the app's delegate.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { userActivity.isLeft = true }
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {}
    public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
}

/// What happens to a scene with windows.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window of the scene.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// Nil: the delegate declares none.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

/// Where the screen may be turned to. Stored only: a toolkit turns nothing.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    /// One bit for each orientation.
    public let rawValue: UInt
    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upright.
    public static let portrait = Self(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = Self(rawValue: 1 << 2)
    /// The top is right.
    public static let landscapeRight = Self(rawValue: 1 << 3)
    /// The top is left.
    public static let landscapeLeft = Self(rawValue: 1 << 4)
    /// Left or right.
    public static let landscape: Self = [.landscapeLeft, .landscapeRight]
    /// All but upside down.
    public static let allButUpsideDown: Self = [.portrait, .landscape]
    /// Every orientation.
    public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
}

/// How the screen is turned.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// One of the orientations of a phone.
    case portrait, portraitUpsideDown, landscapeRight, landscapeLeft

    /// Whether it is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it lies on a side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

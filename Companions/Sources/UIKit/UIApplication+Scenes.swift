// SPDX-License-Identifier: MIT

internal import Foundation
@_spi(Companions) internal import Intents

/// The scene of the app, and what the system hands over to it.
extension UIApplication {
    /// The scenes of the app: one, or none.
    public var connectedScenes: Set<UIScene> { Set([scene].compactMap { $0 }) }

    /// The sessions of the scenes of the app.
    public var openSessions: Set<UISceneSession> { Set([scene?.session].compactMap { $0 }) }

    /// Always false.
    public var supportsMultipleScenes: Bool { false }

    /// The windows of the app.
    public var windows: [UIWindow] { UIWindow.all }

    /// The window that was shown last.
    public var keyWindow: UIWindow? { UIWindow.all.first(where: \.isKeyWindow) }

    /// Makes the scene of an app that has a class for its delegate. Returns whether there is a new one.
    @discardableResult
    func connectScene(_ options: UIScene.ConnectionOptions = UIScene.ConnectionOptions()) -> Bool {
        guard hasOwnLife, scene == nil, let delegate else { return false }
        let session = UISceneSession(role: .windowApplication)
        let configuration = delegate.application(self, configurationForConnecting: session, options: options)
        session.configuration = configuration
        let ofModule: AnyClass? = NSClassFromString("\(Self.module(of: delegate)).SceneDelegate")
        guard let sceneDelegate = Self.make(configuration.delegateClass ?? ofModule) as? any UISceneDelegate else {
            return false
        }
        let ownScene = Self.make(configuration.sceneClass) as? UIScene
        let scene = ownScene ?? UIWindowScene(session: session, connectionOptions: options)
        scene.delegate = sceneDelegate
        session.scene = scene
        self.scene = scene
        sceneDelegate.scene(scene, willConnectTo: session, options: options)
        NotificationCenter.default.post(name: UIScene.willConnectNotification, object: scene)
        return true
    }

    /// The name of the app's module.
    private static func module(of delegate: any UIApplicationDelegate) -> Substring {
        String(reflecting: type(of: delegate)).prefix { $0 != "." }
    }

    /// An object of a class that an app names.
    private static func make(_ type: AnyClass?) -> UIResponder? { (type as? UIResponder.Type)?.made() }

    /// The desktop activates the app, perhaps with links to open.
    func activate(opening links: [String]) {
        let urls = links.compactMap { URL(string: $0) }
        let hasScene = connectScene(UIScene.ConnectionOptions(Set(urls.map { UIOpenURLContext($0) })))
        applicationState = .active
        // A new scene has them already.
        guard !hasScene else { return }
        for url in urls {
            if let scene, let sceneDelegate = scene.delegate {
                sceneDelegate.scene(scene, openURLContexts: [UIOpenURLContext(url)])
            } else {
                open(forDelegate: url)
            }
        }
    }

    func open(forDelegate url: URL) { _ = delegate?.application(self, open: url, options: [:]) }

    /// The user asked elsewhere to place a call. Returns whether the app has handled it.
    func receive(_ activity: NSUserActivity) -> Bool {
        guard let delegate else { return false }
        let options = UIScene.ConnectionOptions([], [activity])
        let isHandled = connectScene(options) && options.wereActivitiesRead
        if hasOwnLife { applicationState = .active }
        return isHandled || sceneTakes(activity) || self.delegate(delegate, takes: activity)
    }

    private func sceneTakes(_ activity: NSUserActivity) -> Bool {
        guard let scene, let sceneDelegate = scene.delegate else { return false }
        activity.isLeft = false
        sceneDelegate.scene(scene, continue: activity)
        return !activity.isLeft
    }

    private func delegate(_ delegate: any UIApplicationDelegate, takes activity: NSUserActivity) -> Bool {
        activity.isLeft = false
        let restore: ([any UIUserActivityRestoring]?) -> Void = { objects in
            for object in objects ?? [] { object.restoreUserActivityState(activity) }
        }
        let isHandled = delegate.application(self, continue: activity, restorationHandler: restore)
        guard activity.isLeft else { return isHandled }
        // The form of Swift 4.
        activity.isLeft = false
        let restoreAny: ([Any]?) -> Void = { objects in
            restore(objects?.compactMap { $0 as? any UIUserActivityRestoring })
        }
        return delegate.application(self, continue: activity, restorationHandler: restoreAny) && !activity.isLeft
    }
}

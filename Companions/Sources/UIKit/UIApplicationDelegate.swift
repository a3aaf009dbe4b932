// SPDX-License-Identifier: MIT

@_spi(Companions) internal import CallLibrary
public import Foundation
internal import Glibc
@_spi(Companions) public import Intents
internal import SDBus

/// What happens to the app. Every method is optional. The other methods of iOS compile, and nothing calls them: remote
/// notifications, and the progress of activities.
///
/// `@main` on the class starts the app: it creates the delegate, calls it, takes the app's name on the session bus if
/// it is a name of D-Bus, and runs the main run loop until the process is told to terminate. The option `--background`,
/// which the app's D-Bus service file has, starts it in the background: it becomes active when the desktop activates it
/// or opens a URL with it. An app with a toolkit has its own `main` and calls what it needs.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Called before ``application(_:didFinishLaunchingWithOptions:)``. The result has no effect on Linux.
    func application(
        _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The app begins. `options` is nil, and the result has no effect on Linux.
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The desktop opens a URL of a scheme that the app's desktop file names. The result has no effect on Linux. Only
    /// with `@main`.
    func application(
        _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    /// The user asked elsewhere to place a call with this app, and neither the delegate of the provider nor the scene
    /// handles it. The activity's interaction has the intent. Return whether the app handles it: if it does not, the
    /// requester gets an error.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool
    /// The same with the types of Swift 4. Write this form or the other one.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([Any]?) -> Void
    ) -> Bool
    /// How the scene of the app is made: see ``UISceneDelegate``.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// Never called on Linux.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
    /// Never called on Linux: a toolkit turns nothing.
    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask
    /// The app is in front: see ``UIApplication/applicationState``.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The app leaves the front.
    func applicationWillResignActive(_ application: UIApplication)
    /// The app is not visible any more.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The app becomes visible.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The process got SIGTERM. Only with `@main`.
    func applicationWillTerminate(_ application: UIApplication)
    /// The answer to ``UIApplication/registerForRemoteNotifications()``.
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
        _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
    /// Leaves the activity.
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        userActivity.isLeft = true
        return false
    }
    /// Leaves the activity.
    @_disfavoredOverload
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([Any]?) -> Void
    ) -> Bool {
        userActivity.isLeft = true
        return false
    }
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
    public func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .all }
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func applicationWillTerminate(_ application: UIApplication) {}
    public func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}
}

extension UIApplicationDelegate where Self: UIResponder {
    /// Runs the app until SIGTERM: see ``UIApplicationDelegate``.
    public static func main() {
        let application = UIApplication.shared
        // Also if the class has an `override init()`, which a required initializer would forbid.
        guard let delegate = made() as? Self else { preconditionFailure("UIKit: \(self) cannot be created") }
        signal(SIGTERM, SIG_IGN)
        let terminate = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
        terminate.setEventHandler {
            MainActor.assumeIsolated {
                application.delegate?.applicationWillTerminate(application)
                application.post(UIApplication.willTerminateNotification)
            }
            exit(0)
        }
        terminate.resume()
        DesktopService.export()
        application.launch(delegate, inBackground: CommandLine.arguments.contains("--background"))
        // After the delegate has prepared what else the bus may have started the app for, such as pushes.
        DesktopService.takeName()
        withExtendedLifetime((delegate, terminate)) {
            while true { RunLoop.main.run() }
        }
    }
}

/// The app on the session bus: the desktop activates it and opens URLs with it by `org.freedesktop.Application` of the
/// Desktop Entry Specification. Everything in here happens on the session thread.
final class DesktopService {
    nonisolated(unsafe) private static var shared: DesktopService?

    /// Exports the object, for calls that come after ``takeName()``.
    static func export() {
        SessionThread.perform { thread in
            guard let name else { return }
            let service = DesktopService()
            shared = service
            try? service.export(on: thread, ObjectPath(ofProgram: name))
        }
    }

    /// Takes the app's name. The bus then delivers the call for which it has started the app.
    static func takeName() {
        SessionThread.perform { thread in
            guard let name else { return }
            do throws(BusError) {
                try thread.connection().requestName(name)
            } catch {
                NSLog("UIKit: the desktop cannot open links with this process: %@", error.message)
            }
        }
    }

    /// A program has a name on the bus if its own name is one, such as `org.example.Phone`.
    private static var name: BusName? { BusName(AppIdentity.identifier) }

    private func export(on thread: SessionThread, _ path: ObjectPath) throws(BusError) {
        let connection = try thread.connection()
        let finder = ObjectFinder<DesktopService>(on: connection) { [unowned self] found, _ in
            found == path ? self : nil
        }
        try connection.export(under: path, nodes: { _, _ in [] }, [ExportedInterface(Self.interface, finder) { $0 }])
    }

    private static var interface: Interface<DesktopService> {
        Interface(
            "org.freedesktop.Application",
            [
                .method("Activate", takes: ("platform_data", [String: Variant].self)) { (_, _, _) in
                    activate(opening: [])
                },
                .method("Open", takes: ("uris", [String].self), ("platform_data", [String: Variant].self)) {
                    (_, _, urls, _) in
                    activate(opening: urls)
                },
            ])
    }

    private static func activate(opening urls: [String]) {
        DispatchQueue.main.async { UIApplication.shared.activate(opening: urls) }
    }
}

// SPDX-License-Identifier: MIT

public import Foundation
public import Intents

/// A part of the app that is visible by itself. An app with `@main` and a scene delegate has one; the toolkit of the
/// app shows it.
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// The session that the scene belongs to.
    public let session: UISceneSession
    /// Gets the events of the scene.
    open var delegate: (any UISceneDelegate)?
    /// The name of the scene for people. Stored only.
    open var title: String?
    /// The same as the state of the app: see ``UIApplication/applicationState``.
    open var activationState: ActivationState {
        guard UIApplication.shared.connectedScenes.contains(self) else { return .unattached }
        return switch UIApplication.shared.applicationState {
        case .active: .foregroundActive
        case .inactive: .foregroundInactive
        case .background: .background
        }
    }

    /// A scene of a new session.
    public override init() {
        session = UISceneSession(role: .windowApplication)
        super.init()
    }

    /// A scene of that session. The options have no effect.
    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
    }

    /// Whether the scene is in front.
    public enum ActivationState: Int, Sendable {
        /// The app does not have the scene.
        case unattached = -1
        /// In front.
        case foregroundActive = 0
        /// In front, but another window has the input.
        case foregroundInactive = 1
        /// Not in front.
        case background = 2
    }

    /// Why the scene appears.
    @preconcurrency @MainActor
    public final class ConnectionOptions: NSObject {
        /// The links that the app opens with the scene.
        public let urlContexts: Set<UIOpenURLContext>
        /// The activities that the app continues with the scene.
        public var userActivities: Set<NSUserActivity> {
            wereActivitiesRead = true
            return activities
        }
        /// Always nil.
        public var sourceApplication: String? { nil }
        /// Always nil.
        public var handoffUserActivityType: String? { nil }

        private let activities: Set<NSUserActivity>
        /// Whether the delegate has looked for activities, so that it handles them.
        private(set) var wereActivitiesRead = false

        init(_ urlContexts: Set<UIOpenURLContext> = [], _ activities: Set<NSUserActivity> = []) {
            (self.urlContexts, self.activities) = (urlContexts, activities)
        }
    }

    /// The scene appears.
    public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
    /// The scene is gone. Never posted on Linux.
    public nonisolated static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
    /// The scene is in front.
    public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
    /// The scene leaves the front.
    public nonisolated static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
    /// The scene becomes visible.
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UISceneWillEnterForegroundNotification")
    /// The scene is not visible any more.
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UISceneDidEnterBackgroundNotification")
}

/// A scene with windows.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The windows of the scene that exist, the oldest first.
    open var windows: [UIWindow] { UIWindow.all.filter { $0.windowScene === self } }
    /// The window that was shown last.
    open var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }
    /// The screen.
    open var screen: UIScreen { .main }
    /// Not known.
    open var interfaceOrientation: UIInterfaceOrientation { .unknown }
}

/// What the system remembers of a scene.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
    /// What the scene is for.
    public let role: Role
    /// A new one for each start of the app.
    public let persistentIdentifier = UUID().uuidString
    /// The scene; nil if it is not connected.
    open internal(set) weak var scene: UIScene?
    /// How the scene was made.
    open internal(set) var configuration: UISceneConfiguration
    /// Stored only.
    open var userInfo: [String: Any]?
    /// Stored only.
    open var stateRestorationActivity: NSUserActivity?

    init(role: Role) {
        self.role = role
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
    }

    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// A purpose with that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The app's own windows.
        public static let windowApplication = Self(rawValue: "UIWindowSceneSessionRoleApplication")
        /// Windows on another screen. Linux makes no such scene.
        public static let windowExternalDisplay = Self(rawValue: "UIWindowSceneSessionRoleExternalDisplay")
    }
}

/// How the system makes a scene.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
    /// The name in an `Info.plist`, which Linux does not read.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role
    /// A subclass of `UIScene`; nil = `UIWindowScene`.
    open var sceneClass: AnyClass?
    /// The class of the scene's delegate; nil = the class `SceneDelegate` of the app's module, as in the templates of
    /// Xcode.
    open var delegateClass: AnyClass?

    /// A configuration with that name.
    public init(name: String?, sessionRole: UISceneSession.Role) { (self.name, role) = (name, sessionRole) }
}

/// A link that the app opens.
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
    /// The link.
    public let url: URL
    /// Has nothing on Linux.
    public let options = UIScene.OpenURLOptions()

    init(_ url: URL) { self.url = url }
}

extension UIScene {
    /// Options of a link.
    @preconcurrency @MainActor
    public final class OpenURLOptions: NSObject {
        /// Always nil.
        public var sourceApplication: String? { nil }
        /// Always nil.
        public var annotation: Any? { nil }
        /// Always false.
        public var openInPlace: Bool { false }
    }
}

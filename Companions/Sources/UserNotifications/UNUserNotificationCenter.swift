// SPDX-License-Identifier: MIT

// As on Apple's systems.
@_exported public import Foundation

/// The notifications of this process, on the user's notification server (`org.freedesktop.Notifications`).
///
/// They stay on the screen when the process ends, but then a press of a button reaches no app, and later requests know
/// nothing of them. Completions are called on a queue of the library, the delegate on the main queue.
public final class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private static let shared = UNUserNotificationCenter()
    /// The center of this process.
    public class func current() -> UNUserNotificationCenter { shared }

    private let lock = NSLock()
    private weak var heldDelegate: (any UNUserNotificationCenterDelegate)?
    private var categories: Set<UNNotificationCategory> = []
    private var status = UNAuthorizationStatus.notDetermined
    private let queue = DispatchQueue(label: "org.monkeycall.UserNotifications")

    private override init() {}

    /// Set it before the app shows a notification. Not retained.
    public var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { heldDelegate } }
        set { lock.withLock { heldDelegate = newValue } }
    }

    // MARK: Authorization

    /// Granted if there is a notification server. Nothing asks the user: desktops have settings for that.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (_ granted: Bool, (any Error)?) -> Void
    ) {
        NotificationBoard.perform { [self] board in
            board.ask { [self] server in
                let isGranted = server != nil
                lock.withLock { status = isGranted ? .authorized : .denied }
                queue.async { completionHandler(isGranted, nil) }
            }
        }
    }

    /// Granted if there is a notification server.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        await withCheckedContinuation { continuation in
            requestAuthorization(options: options) { granted, _ in continuation.resume(returning: granted) }
        }
    }

    /// The answer to the last ``requestAuthorization(options:completionHandler:)``.
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let settings = UNNotificationSettings(lock.withLock { status })
        queue.async { completionHandler(settings) }
    }

    /// The answer to the last request for authorization.
    public func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings { continuation.resume(returning: $0) }
        }
    }

    // MARK: Categories

    /// The categories whose actions are buttons of the notifications that come from now on.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        lock.withLock { self.categories = categories }
    }

    /// The categories that were set last.
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let categories = lock.withLock { self.categories }
        queue.async { completionHandler(categories) }
    }

    /// The categories that were set last.
    public func notificationCategories() async -> Set<UNNotificationCategory> { lock.withLock { categories } }

    func category(_ identifier: String) -> UNNotificationCategory? {
        lock.withLock { categories.first { $0.identifier == identifier } }
    }

    // MARK: Requests

    /// Shows a notification, or plans it. The error says why it was not shown.
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        NotificationBoard.perform { [self] board in
            board.add(request) { [self] error in queue.async { completionHandler?(error) } }
        }
    }

    /// Shows a notification, or plans it. Throws why it was not shown.
    public func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            add(request) { continuation.resume(with: $0.map { .failure($0) } ?? .success(())) }
        }
    }

    /// The requests whose time has not come.
    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        NotificationBoard.perform { [self] board in
            let requests = board.pendingRequests
            queue.async { completionHandler(requests) }
        }
    }

    /// The requests whose time has not come.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            getPendingNotificationRequests { continuation.resume(returning: $0) }
        }
    }

    /// Forgets requests whose time has not come.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        NotificationBoard.perform { $0.removePending { identifiers.contains($0) } }
    }

    /// Forgets all requests whose time has not come.
    public func removeAllPendingNotificationRequests() { NotificationBoard.perform { $0.removePending { _ in true } } }

    /// The notifications on the screen.
    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        NotificationBoard.perform { [self] board in
            board.afterEarlierOnes { [self] board in
                let notifications = board.deliveredNotifications
                queue.async { completionHandler(notifications) }
            }
        }
    }

    /// The notifications that are on the screen.
    public func deliveredNotifications() async -> [UNNotification] {
        await withCheckedContinuation { continuation in
            getDeliveredNotifications { continuation.resume(returning: $0) }
        }
    }

    /// Takes notifications from the screen.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        NotificationBoard.perform { $0.removeDelivered { identifiers.contains($0) } }
    }

    /// Takes all notifications of this process from the screen.
    public func removeAllDeliveredNotifications() { NotificationBoard.perform { $0.removeDelivered { _ in true } } }

    /// Does nothing: desktops have no common badge.
    public func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) { queue.async { completionHandler?(nil) } }

    /// On the session thread.
    func respond(_ notification: UNNotification, _ actionIdentifier: String) {
        let response = UNNotificationResponse(notification, actionIdentifier)
        DispatchQueue.main.async { [self] in
            delegate?.userNotificationCenter(self, didReceive: response, withCompletionHandler: {})
        }
    }
}

/// What an app asks for. On Linux it gets all or nothing.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A number at the icon.
    public static let badge = Self(rawValue: 1)
    /// Sounds.
    public static let sound = Self(rawValue: 2)
    /// Banners.
    public static let alert = Self(rawValue: 4)
    /// In cars.
    public static let carPlay = Self(rawValue: 8)
    /// Alerts that ignore do-not-disturb.
    public static let criticalAlert = Self(rawValue: 16)
    /// The app shows its own settings.
    public static let providesAppNotificationSettings = Self(rawValue: 32)
    /// Silently, without a question.
    public static let provisional = Self(rawValue: 64)
}

/// Whether an app may show notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The app has not asked yet.
    case notDetermined = 0
    /// There is no notification server, or the sandbox keeps the app from it.
    case denied
    /// It may.
    case authorized
    /// Never on Linux.
    case provisional
    /// Never on Linux.
    case ephemeral
}

/// Whether a setting is on.
public enum UNNotificationSetting: Int, Sendable {
    /// Linux does not have it, or does not tell.
    case notSupported = 0
    /// It is off.
    case disabled
    /// It is on.
    case enabled
}

/// What an app may do with notifications.
public final class UNNotificationSettings: NSObject, Sendable {
    /// Whether the app may show notifications.
    public let authorizationStatus: UNAuthorizationStatus

    init(_ authorizationStatus: UNAuthorizationStatus) { self.authorizationStatus = authorizationStatus }

    /// Enabled if the app is authorized.
    public var alertSetting: UNNotificationSetting { authorizationStatus == .authorized ? .enabled : .disabled }
    /// Enabled if the app is authorized.
    public var soundSetting: UNNotificationSetting { alertSetting }
    /// Not supported.
    public var badgeSetting: UNNotificationSetting { .notSupported }
    /// Not known.
    public var lockScreenSetting: UNNotificationSetting { .notSupported }
    /// Not known.
    public var notificationCenterSetting: UNNotificationSetting { .notSupported }
}

/// Why a notification was not shown.
public struct UNError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors, with Apple's raw values.
    public enum Code: Int, Sendable {
        /// There is no notification server, or the sandbox keeps the app from it.
        case notificationsNotAllowed = 1
        /// The notification has no text.
        case notificationInvalidNoContent = 1401
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, then what to do: `localizedDescription`.
    let message: String

    public static let errorDomain = "UNErrorDomain"
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// A notification, and when it is shown.
public final class UNNotificationRequest: NSObject, Sendable {
    /// A later request with the same identifier replaces this one, also on the screen.
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// nil = at once.
    public let trigger: UNNotificationTrigger?

    /// Copies the content.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        (self.identifier, self.trigger) = (identifier, trigger)
        self.content = content.copy() as? UNNotificationContent ?? content
    }
}

/// When a notification is shown. Linux has only ``UNTimeIntervalNotificationTrigger``.
public class UNNotificationTrigger: NSObject, @unchecked Sendable {
    /// Whether it is shown again and again.
    public let repeats: Bool

    init(repeats: Bool) { self.repeats = repeats }
}

/// Shows a notification after a time, while the app runs.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Seconds.
    public let timeInterval: TimeInterval
    private let start = Date()

    /// `timeInterval` is more than 0, and at least 60 seconds if the notification is shown again and again. A smaller
    /// one becomes this one.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        let least = repeats ? 60 : 0.001
        // A year of 365 days: what is longer overflows a timer, and no app means it.
        self.timeInterval = timeInterval >= least ? min(timeInterval, 31_536_000) : least
        super.init(repeats: repeats)
    }

    /// nil if the time has come already.
    public func nextTriggerDate() -> Date? {
        let rounds = repeats ? max(1, (Date().timeIntervalSince(start) / timeInterval).rounded(.up)) : 1
        let date = start.addingTimeInterval(timeInterval * rounds)
        return date > Date() ? date : nil
    }
}

/// The trigger of remote notifications, which Linux does not have. No notification has it.
public final class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}

/// A notification that was shown.
public final class UNNotification: NSObject, Sendable {
    /// When it was shown.
    public let date: Date
    /// What was requested.
    public let request: UNNotificationRequest

    init(_ request: UNNotificationRequest) { (date, self.request) = (Date(), request) }
}

/// What the user did with a notification.
public final class UNNotificationResponse: NSObject, Sendable {
    /// The notification, which has left the screen.
    public let notification: UNNotification
    /// The identifier of an action, ``UNNotificationDefaultActionIdentifier`` or
    /// ``UNNotificationDismissActionIdentifier``.
    public let actionIdentifier: String

    init(_ notification: UNNotification, _ actionIdentifier: String) {
        (self.notification, self.actionIdentifier) = (notification, actionIdentifier)
    }
}

/// The user clicked the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The user dismissed the notification. Only for categories with ``UNNotificationCategoryOptions/customDismissAction``.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// Gets what the user does with the notifications of this process. Every method is optional. They are called on the
/// main queue.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Never called on Linux, because the library does not know whether the app is in front: notifications are shown as
    /// those of an app in the background.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)

    /// The user pressed a button, or clicked or dismissed the notification. Write this form or the other one.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)

    /// The same as an `async` method.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

extension UNUserNotificationCenterDelegate {
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([.banner, .list, .sound]) }

    /// Asks the `async` form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        nonisolated(unsafe) let delegate: any UNUserNotificationCenterDelegate = self
        nonisolated(unsafe) let completion = completionHandler
        // On the main queue also if the method belongs to no actor.
        Task(executorPreference: MainQueueExecutor.shared) {
            await delegate.userNotificationCenter(center, didReceive: response)
            completion()
        }
    }

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}
}

/// Runs tasks on the main queue.
final class MainQueueExecutor: TaskExecutor {
    static let shared = MainQueueExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// How a notification is shown while the app is in front.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// No effect.
    public static let badge = Self(rawValue: 1)
    /// No effect.
    public static let sound = Self(rawValue: 2)
    /// No effect.
    public static let alert = Self(rawValue: 4)
    /// No effect.
    public static let list = Self(rawValue: 8)
    /// No effect.
    public static let banner = Self(rawValue: 16)
}

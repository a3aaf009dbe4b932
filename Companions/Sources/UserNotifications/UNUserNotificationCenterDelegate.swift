// SPDX-License-Identifier: MIT

public import Foundation

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
    nonisolated(nonsending) func userNotificationCenter(
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
        nonisolated(unsafe) let delegate = self
        nonisolated(unsafe) let completion = completionHandler
        Task { @MainActor in
            await delegate.userNotificationCenter(center, didReceive: response)
            completion()
        }
    }

    public nonisolated(nonsending) func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}
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

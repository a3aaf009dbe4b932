// SPDX-License-Identifier: MIT

public import Foundation

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

// SPDX-License-Identifier: MIT

public import Foundation

/// The buttons of a kind of notification.
public final class UNNotificationCategory: NSObject, Sendable {
    /// The name that the app gave it.
    public let identifier: String
    /// A server without buttons shows none; most show the first two or three.
    public let actions: [UNNotificationAction]
    /// Stored only.
    public let intentIdentifiers: [String]
    /// The options that the app gave it.
    public let options: UNNotificationCategoryOptions

    /// A category whose notifications have these buttons.
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        (self.identifier, self.actions) = (identifier, actions)
        (self.intentIdentifiers, self.options) = (intentIdentifiers, options)
    }

    /// The placeholder has no effect.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers, options: options)
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? Self)?.identifier == identifier }
    public override var hash: Int { identifier.hashValue }
}

/// Options of a category. All but ``customDismissAction`` have no effect on Linux.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The delegate also learns that the user dismissed the notification.
    public static let customDismissAction = Self(rawValue: 1)
    /// No effect.
    public static let allowInCarPlay = Self(rawValue: 2)
    /// No effect.
    public static let hiddenPreviewsShowTitle = Self(rawValue: 4)
    /// No effect.
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 8)
}

/// A button of a notification.
public final class UNNotificationAction: NSObject, Sendable {
    /// The name that the app gave it.
    public let identifier: String
    /// The text of the button.
    public let title: String
    /// The options that the app gave it.
    public let options: UNNotificationActionOptions

    /// A button.
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        (self.identifier, self.title, self.options) = (identifier, title, options)
    }
}

/// Options of an action. They have no effect on Linux.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// No effect.
    public static let authenticationRequired = Self(rawValue: 1)
    /// No effect.
    public static let destructive = Self(rawValue: 2)
    /// No effect.
    public static let foreground = Self(rawValue: 4)
}

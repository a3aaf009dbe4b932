// SPDX-License-Identifier: MIT

public import Foundation

/// What a notification says.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    /// The first line. All texts are plain; the library escapes them for servers that read markup.
    public fileprivate(set) var title = ""
    /// The first line of the text.
    public fileprivate(set) var subtitle = ""
    /// The rest of the text.
    public fileprivate(set) var body = ""
    /// nil = silent.
    public fileprivate(set) var sound: UNNotificationSound?
    /// Stored only.
    public fileprivate(set) var badge: NSNumber?
    /// The app's own values. They stay in this process.
    public fileprivate(set) var userInfo: [AnyHashable: Any] = [:]
    /// The category whose actions are the buttons.
    public fileprivate(set) var categoryIdentifier = ""
    /// Stored only.
    public fileprivate(set) var threadIdentifier = ""
    /// How much the notification interrupts: the urgency at the server.
    public fileprivate(set) var interruptionLevel = UNNotificationInterruptionLevel.active
    /// Stored only.
    public fileprivate(set) var relevanceScore = 0.0

    public override init() { super.init() }

    fileprivate init(copying other: UNNotificationContent) {
        super.init()
        (title, subtitle, body, sound, badge) = (other.title, other.subtitle, other.body, other.sound, other.badge)
        (userInfo, categoryIdentifier) = (other.userInfo, other.categoryIdentifier)
        (threadIdentifier, interruptionLevel) = (other.threadIdentifier, other.interruptionLevel)
        relevanceScore = other.relevanceScore
    }

    public func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(copying: self) }
    public func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(copying: self) }
}

/// What a notification will say.
public final class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    public override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    public override var subtitle: String {
        get { super.subtitle }
        set { super.subtitle = newValue }
    }
    public override var body: String {
        get { super.body }
        set { super.body = newValue }
    }
    public override var sound: UNNotificationSound? {
        get { super.sound }
        set { super.sound = newValue }
    }
    public override var badge: NSNumber? {
        get { super.badge }
        set { super.badge = newValue }
    }
    public override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { super.userInfo = newValue }
    }
    public override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { super.categoryIdentifier = newValue }
    }
    public override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { super.threadIdentifier = newValue }
    }
    public override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { super.interruptionLevel = newValue }
    }
    public override var relevanceScore: Double {
        get { super.relevanceScore }
        set { super.relevanceScore = newValue }
    }
}

/// How much a notification interrupts.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Low urgency: most desktops show no banner.
    case passive = 0
    /// Normal urgency.
    case active
    /// Normal urgency.
    case timeSensitive
    /// Critical urgency: the notification stays until the user acts.
    case critical
}

/// A sound of a notification.
public final class UNNotificationSound: NSObject, Sendable {
    /// nil = the desktop's sound for messages.
    let name: UNNotificationSoundName?

    private init(_ name: UNNotificationSoundName?) { self.name = name }

    /// A file beside the program or in its resources, an absolute path, or a name of the sound theme.
    public convenience init(named name: UNNotificationSoundName) { self.init(name) }

    /// The desktop's sound for messages.
    public class var `default`: UNNotificationSound { UNNotificationSound(nil) }
    /// The same as ``default``.
    public class var defaultCritical: UNNotificationSound { UNNotificationSound(nil) }
    /// The theme's sound for calls.
    public class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(UNNotificationSoundName("phone-incoming-call"))
    }
}

/// The name of a sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// The sound with that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The sound with that name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

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

// SPDX-License-Identifier: MIT

/// Something that the user wants the app to go on with; here: to call somebody.
///
/// On Apple's systems it is part of Foundation, and the system can index and hand over what an app is at. On Linux it only
/// comes in, with the delegate method `provider(_:continue:)` of `CXProviderDelegate`.
open class NSUserActivity: NSObject, @unchecked Sendable {
    /// What it is about: the class of the intent, such as `INStartCallIntent`.
    public let activityType: String
    /// For people; nil = none.
    open var title: String?
    /// More about it. The library sets `handle`, the value to call, and `ActivationToken`, with which a Wayland
    /// compositor lets the app raise its window.
    open var userInfo: [AnyHashable: Any]?
    /// The page that says the same; nil = none.
    open var webpageURL: URL?
    /// What the user wants, and how; nil = the activity is about something else.
    open var interaction: INInteraction?

    /// An activity of that type.
    public init(activityType: String) { self.activityType = activityType }

    /// Adds to ``userInfo``; what has a key already is replaced.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
}

/// The ``NSUserActivity/activityType`` of a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

// SPDX-License-Identifier: MIT

/// An activity that the user wants the app to continue; here a request to call.
///
/// On Apple's systems it is part of Foundation, and the system can index and hand over activities. On Linux it only
/// arrives, in the delegate method `provider(_:continue:)` of `CXProviderDelegate`.
open class NSUserActivity: NSObject, @unchecked Sendable {
    /// The class of the intent, such as `INStartCallIntent`.
    public let activityType: String
    /// The title for people; nil if there is none.
    open var title: String?
    /// More data. The library sets `handle`, the value to call, and `ActivationToken`, with which a Wayland
    /// compositor lets the app raise its window.
    open var userInfo: [AnyHashable: Any]?
    /// A web page for the activity; nil if there is none.
    open var webpageURL: URL?
    /// The intent of the user; nil if the activity has none.
    open var interaction: INInteraction?

    /// An activity of that type.
    public init(activityType: String) { self.activityType = activityType }

    /// Adds entries to ``userInfo``, and replaces those with the same key.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
}

/// The ``NSUserActivity/activityType`` of a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

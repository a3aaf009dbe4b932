// SPDX-License-Identifier: MIT

package import CallInterface
// What an app gets with `import Intents`, as on Apple's systems.
@_exported public import Foundation

/// A wish of a user, or an ability of an app.
open class INIntent: NSObject, @unchecked Sendable {
    /// The id of the intent; nil if it has none.
    open var identifier: String? { nil }
}

/// The answer of an app to an intent.
open class INIntentResponse: NSObject, @unchecked Sendable {
    /// The activity for the answer; nil if there is none.
    open var userActivity: NSUserActivity?
}

/// An intent, with its answer and its circumstances.
open class INInteraction: NSObject, @unchecked Sendable {
    /// The intent of the user.
    public let intent: INIntent
    /// The app's answer; nil if it has not answered.
    public let intentResponse: INIntentResponse?
    /// The side that began it. Default: unspecified.
    open var direction = INInteractionDirection.unspecified
    /// The time of the interaction; nil if unknown.
    open var dateInterval: DateInterval?
    /// The id of the interaction. Default: a new UUID.
    open var identifier = UUID().uuidString

    /// An intent, and the answer to it.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// Succeeds and does nothing: Linux does not collect interactions, and the service keeps the recent calls.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        DispatchQueue.global().async { completion?(nil) }
    }

    /// Does nothing, as ``donate(completion:)``.
    open func donate() async throws {}
}

/// The side that began an interaction.
public enum INInteractionDirection: Int, Sendable {
    /// Unknown.
    case unspecified = 0
    /// The user's side of the interaction.
    case outgoing = 1
    /// The other side of the interaction.
    case incoming = 2
}

/// Chooses the object that handles an intent.
public protocol INIntentHandlerProviding: NSObjectProtocol {
    /// The object that handles the intent; nil if there is none.
    func handler(for intent: INIntent) -> Any?
}

/// The principal class of an app's Intents extension.
///
/// On Apple's systems Siri and the list of recent calls start an extension. Linux has no extensions, so the system
/// calls none by itself: the app calls its handler for a request to call, where it gets the activity.
open class INExtension: NSObject, INIntentHandlerProviding {
    /// An extension.
    public override init() {}

    /// The object that handles the intent. Default: the extension itself.
    open func handler(for intent: INIntent) -> Any? { self }
}

/// An activity that the user wants the app to continue; here a request to call.
///
/// On Apple's systems it is part of Foundation, and the system can index and hand over activities. On Linux it only
/// arrives: in `provider(_:continue:)` of `CXProviderDelegate`, or with the companion module UIKit in the methods of
/// the scene and of the app that have it on a phone.
open class NSUserActivity: NSObject, @unchecked Sendable {
    /// The class of the intent: `INStartCallIntent` for every request to call. During an audio call's request
    /// ``INStartAudioCallIntentIdentifier`` is the same, and during a video call's
    /// ``INStartVideoCallIntentIdentifier``.
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

    /// For the library and its companions: whether the method that got the activity last is not the app's own, so that
    /// the next one gets it. Only the thread that has the activity sets it.
    @_spi(Companions) public final var isLeft = false

    /// An activity of that type.
    public init(activityType: String) { self.activityType = activityType }

    /// Adds entries to ``userInfo``, and replaces those with the same key.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
}

/// The ``NSUserActivity/activityType`` of a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

extension NSUserActivity {
    /// A request of the user to place a call, which the service passes on.
    package convenience init(startingCallTo handle: Handle, _ details: StartCallDetails) {
        self.init(activityType: startCallActivityType)
        let person = INPerson(
            personHandle: INPersonHandle(value: handle.value, type: INPersonHandleType(handle.kind)),
            nameComponents: nil, displayName: details.displayName.isEmpty ? nil : details.displayName, image: nil,
            contactIdentifier: details.contactIdentifier.isEmpty ? nil : details.contactIdentifier,
            customIdentifier: nil)
        // An app may know only the classes from before INStartCallIntent, which are subclasses of it here.
        let intent =
            details.video
            ? INStartVideoCallIntent(contacts: [person])
            : INStartAudioCallIntent(destinationType: .normal, contacts: [person])
        interaction = INInteraction(intent: intent, response: nil)
        interaction?.direction = .outgoing
        userInfo = ["handle": handle.value]
        if !details.activationToken.isEmpty { userInfo?[Key.activationToken.rawValue] = details.activationToken }
    }
}

extension INPersonHandleType {
    fileprivate init(_ kind: Handle.Kind) {
        switch kind {
        case .generic: self = .unknown
        case .phoneNumber: self = .phoneNumber
        case .emailAddress: self = .emailAddress
        }
    }
}

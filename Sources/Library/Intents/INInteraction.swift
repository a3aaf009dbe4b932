// SPDX-License-Identifier: MIT

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

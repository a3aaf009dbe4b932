// SPDX-License-Identifier: MIT

/// What a user wants, or what an app can do.
open class INIntent: NSObject, @unchecked Sendable {
    /// Names the intent; nil = it has no name.
    open var identifier: String? { nil }
}

/// What an app answers to an intent.
open class INIntentResponse: NSObject, @unchecked Sendable {
    /// What belongs to the answer; nil = nothing.
    open var userActivity: NSUserActivity?
}

/// An intent, and how it came about.
open class INInteraction: NSObject, @unchecked Sendable {
    /// What the user wants.
    public let intent: INIntent
    /// The app's answer; nil = it has not given one.
    public let intentResponse: INIntentResponse?
    /// Who began it. Default unspecified.
    open var direction = INInteractionDirection.unspecified
    /// When it took place; nil = unknown.
    open var dateInterval: DateInterval?
    /// Names the interaction. Default: a new UUID.
    open var identifier = UUID().uuidString

    /// An intent, and the answer to it.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// Succeeds and does nothing: on Linux nobody collects what users do, and recent calls are the service's to keep.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        DispatchQueue.global().async { completion?(nil) }
    }

    /// Does nothing, as ``donate(completion:)``.
    open func donate() async throws {}
}

/// Who began an interaction.
public enum INInteractionDirection: Int, Sendable {
    /// Nobody has said.
    case unspecified = 0
    /// This side.
    case outgoing = 1
    /// The other side.
    case incoming = 2
}

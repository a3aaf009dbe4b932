// SPDX-License-Identifier: MIT

/// Chooses the object that handles an intent.
public protocol INIntentHandlerProviding: NSObjectProtocol {
    /// The object that handles the intent; nil if there is none.
    func handler(for intent: INIntent) -> Any?
}

/// The principal class of an app's Intents extension.
///
/// On Apple's systems Siri and the list of recent calls start an extension. Linux has no extensions, so the system
/// calls none by itself: the app calls its handler for a request to call, in `provider(_:continue:)` of
/// `CXProviderDelegate`.
open class INExtension: NSObject, INIntentHandlerProviding {
    /// An extension.
    public override init() {}

    /// The object that handles the intent. Default: the extension itself.
    open func handler(for intent: INIntent) -> Any? { self }
}

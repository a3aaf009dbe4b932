// SPDX-License-Identifier: MIT

/// Chooses the object that handles an intent.
public protocol INIntentHandlerProviding: NSObjectProtocol {
    /// The object that handles the intent; nil = none.
    func handler(for intent: INIntent) -> Any?
}

/// The class that an app's Intents extension begins with.
///
/// On Apple's systems Siri and the list of recent calls start an extension. Linux has no extensions, so nothing calls one
/// by itself: the app calls its handler when the user wants to call somebody, in `provider(_:continue:)` of
/// `CXProviderDelegate`.
open class INExtension: NSObject, INIntentHandlerProviding {
    /// An extension.
    public override init() {}

    /// The object that handles the intent. Default: the extension itself.
    open func handler(for intent: INIntent) -> Any? { self }
}

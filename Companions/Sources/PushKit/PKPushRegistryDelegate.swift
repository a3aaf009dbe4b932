// SPDX-License-Identifier: MIT

public import Foundation

/// Gets the token and the pushes, on the queue of the registry.
///
/// A push calls the newest method that the delegate implements. Linux has no `responds(to:)`, so the methods are
/// requirements with default implementations, and the default of each method calls the next older one. The library
/// calls the first one:
///
/// 1. `pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:withCompletionHandler:)`, then its `async` form
/// 2. `pushRegistry(_:didReceiveIncomingPushWith:for:completion:)`, then its `async` form
/// 3. `pushRegistry(_:didReceiveIncomingPushWith:for:)` without a completion
///
/// Implement them in the class that conforms: the library never calls a method that only a subclass has. The `async`
/// forms also run on the queue of the registry, unless the delegate or the method belongs to an actor.
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// There is a token, or another one: send it to the app's server.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
    /// The token is not valid any more, or there is none: no distributor of pushes is installed, the distributor
    /// refuses the app, or the user has ended the registration. Keep a connection of your own while the app runs.
    ///
    /// Unlike on Apple's systems this also comes first, if there has never been a token.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
    /// A push has come. The completion is called when the method returns.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType)
    /// A push has come: report the call to CallKit or LiveCommunicationKit, then call the completion.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void)
    /// A push has come: report the call to CallKit or LiveCommunicationKit, then return.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType) async
    /// A push has come: report the call to CallKit or LiveCommunicationKit, then call the completion.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void)
    /// A push has come: report the call to CallKit or LiveCommunicationKit, then return.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata) async
}

extension PKPushRegistryDelegate {
    /// Does nothing.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {}

    /// Calls the `async` form.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        nonisolated(unsafe) let delegate: any PKPushRegistryDelegate = self
        registry.perform {
            await delegate.pushRegistry(registry, didReceiveIncomingVoIPPushWith: payload, metadata: metadata)
            completion()
        }
    }

    /// Calls the method without metadata.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        await withCheckedContinuation { continuation in
            pushRegistry(registry, didReceiveIncomingPushWith: payload, for: payload.type) { continuation.resume() }
        }
    }

    /// Calls the `async` form.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        nonisolated(unsafe) let delegate: any PKPushRegistryDelegate = self
        registry.perform {
            await delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
            completion()
        }
    }

    /// Calls the method without a completion.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        // A closure that is not async chooses the method that is not async.
        let older = { self.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type) }
        older()
    }

    /// Logs that the delegate implements no method for pushes.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) {
        NSLog("PushKit: a push is lost, because the delegate implements no method that receives pushes")
    }
}

/// What pushes are for. On Linux only ``voIP`` ever gets a token.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A type with that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Incoming calls.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// Changes of a file provider. Never gets a token on Linux.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
    /// Updates of a complication of a watch. Never gets a token on Linux.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
}

/// What the app's server needs to send pushes to this app.
open class PKPushCredentials: NSObject, @unchecked Sendable {
    private let facts: (type: PKPushType, token: Data)

    /// The type of the pushes.
    open var type: PKPushType { facts.type }
    /// A JSON object in UTF-8, with three strings for Web Push (RFC 8291): `endpoint` is the URL to post to, `p256dh`
    /// the public key of this app, and `auth` its secret. Both are base64url without padding.
    ///
    /// An app sends it to its server as it is, in hexadecimal for example. On Apple's systems it is a token for APNs.
    open var token: Data { facts.token }

    init(type: PKPushType, token: Data) { facts = (type, token) }

    /// Credentials without a token, for an app's own tests.
    public override init() { facts = (.voIP, Data()) }
}

/// A push.
open class PKPushPayload: NSObject, @unchecked Sendable {
    private let facts: (type: PKPushType, dictionary: [AnyHashable: Any])

    /// The type of the push.
    open var type: PKPushType { facts.type }
    /// The JSON object that the app's server sent.
    open var dictionaryPayload: [AnyHashable: Any] { facts.dictionary }

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) { facts = (type, dictionaryPayload) }

    /// An empty push, for an app's own tests.
    public override init() { facts = (.voIP, [:]) }
}

/// What the system expects from the app after a push.
open class PKVoIPPushMetadata: NSObject, @unchecked Sendable {
    /// Whether the app must report a call: always true on Linux.
    open var mustReport: Bool { true }

    /// For an app's own tests.
    public override init() {}
}

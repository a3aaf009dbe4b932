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
    nonisolated(nonsending) func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType) async
    /// A push has come: report the call to CallKit or LiveCommunicationKit, then call the completion.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void)
    /// A push has come: report the call to CallKit or LiveCommunicationKit, then return.
    nonisolated(nonsending) func pushRegistry(
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
    public nonisolated(nonsending) func pushRegistry(
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
    public nonisolated(nonsending) func pushRegistry(
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

// SPDX-License-Identifier: MIT

import CallKit
import PushKit

/// Pushes of an app that waits for its calls to be reported, and implements the methods of several systems.
@MainActor
final class PushService: NSObject, @preconcurrency PKPushRegistryDelegate {
    private lazy var registry = PKPushRegistry(queue: nil)
    private let provider: CXProvider
    private(set) var credentials: Data?

    init(provider: CXProvider) { self.provider = provider }

    func begin() {
        registry.delegate = self
        registry.desiredPushTypes = Set([.voIP])
    }

    func end() {
        registry.desiredPushTypes = nil
        credentials = nil
    }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {
        credentials = pushCredentials.token
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    )
        async
    {
        await report(payload)
    }

    @available(iOS 26.4, *)
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata
    ) async {
        guard metadata.mustReport else { return }
        await report(payload)
    }

    private func report(_ payload: PKPushPayload) async {
        let update = CXCallUpdate()
        update.localizedCallerName = payload.dictionaryPayload["name"] as? String
        do {
            try await provider.reportNewIncomingCall(with: UUID(), update: update)
        } catch CXErrorCodeIncomingCallError.filteredByDoNotDisturb {
            NSLog("the user does not want to be disturbed")
        } catch {
            NSLog("%@", "\(error)")
        }
    }
}

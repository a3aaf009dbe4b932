// SPDX-License-Identifier: MIT

import CallKit
import PushKit

/// Gets pushes by the async method.
final class PushReceiver: NSObject, PKPushRegistryDelegate {
    private let store: CallStore
    private let registry = PKPushRegistry(queue: .main)
    private(set) var token: Data?

    init(store: CallStore) {
        self.store = store
        super.init()
    }

    func register() {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {
        token = pushCredentials.token
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) { token = nil }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        let push = payload.dictionaryPayload
        let id = (push["id"] as? String).flatMap { UUID(uuidString: $0) } ?? UUID()
        await store.ring(id, from: push["caller"] as? String ?? "unknown")
    }
}

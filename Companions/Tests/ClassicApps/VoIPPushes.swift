// SPDX-License-Identifier: MIT

import CallKit
import PushKit

/// Sends the token to the server, and reports a call for each push. As most apps have it.
final class VoIPPushes: NSObject {
    private let registry: PKPushRegistry
    private let provider: CXProvider
    private let upload: @Sendable (String) -> Void

    init(provider: CXProvider, upload: @escaping @Sendable (String) -> Void) {
        self.provider = provider
        self.upload = upload
        registry = PKPushRegistry(queue: DispatchQueue.main)
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    var token: String? {
        registry.pushToken(for: .voIP)?.map { String(format: "%02.2hhx", $0) }.joined()
    }
}

extension VoIPPushes: PKPushRegistryDelegate {
    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {
        guard type == .voIP else { return }
        upload(pushCredentials.token.map { String(format: "%02x", $0) }.joined())
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        NSLog("%@", "the token for \(type.rawValue) is over")
        upload("")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        defer { completion() }
        guard type == .voIP, let call = CallPush(payload.dictionaryPayload) else { return }
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: call.handle)
        update.hasVideo = call.isVideo
        provider.reportNewIncomingCall(with: call.uuid, update: update) { error in
            if let error { NSLog("%@", error.localizedDescription) }
        }
    }
}

/// What the server sends.
struct CallPush: Codable {
    let uuid: UUID
    let handle: String
    let isVideo: Bool

    init?(_ payload: [AnyHashable: Any]) {
        guard let text = payload["callUUID"] as? String, let uuid = UUID(uuidString: text) else { return nil }
        let aps = payload["aps"] as? [String: Any]
        self.uuid = uuid
        handle = payload["handle"] as? String ?? aps?["alert"] as? String ?? ""
        isVideo = payload["hasVideo"] as? Bool ?? false
    }
}

/// A push of the app's unit tests.
final class FakePush: PKPushPayload, @unchecked Sendable {
    override var dictionaryPayload: [AnyHashable: Any] { ["callUUID": UUID().uuidString, "handle": "+4930123456"] }
}

let exampleCall = CallPush(FakePush().dictionaryPayload)

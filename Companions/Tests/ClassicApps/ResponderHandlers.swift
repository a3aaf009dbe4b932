// SPDX-License-Identifier: MIT

import Intents
import PushKit
import UIKit
import UserNotifications

/// Async delegate methods in a subclass of UIResponder, which is on the main actor.
class ResponderHandlers: UIResponder, PKPushRegistryDelegate, UNUserNotificationCenterDelegate {
    var lastCaller: String?

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        lastCaller = payload.dictionaryPayload["caller"] as? String
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        lastCaller = response.notification.request.content.title
    }
}

/// The same by an extension, and for the newest push.
class ExtendedResponder: UIResponder {
    var metadata: [Bool] = []
}

@MainActor
extension ExtendedResponder: INStartCallIntentHandling {
    func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        INStartCallIntentResponse(code: next == nil ? .ready : .failure, userActivity: nil)
    }
}

@MainActor
final class AnnotatedPushes: NSObject, PKPushRegistryDelegate {
    var metadata: [Bool] = []

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata
    ) async { self.metadata.append(metadata.mustReport) }
}

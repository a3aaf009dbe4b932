// SPDX-License-Identifier: MIT

import CallKit

// The extension side of start-call intents.

/// An extension as in the guides: one class for everything, methods with completions.
class IntentHandler: INExtension, INStartAudioCallIntentHandling, INStartVideoCallIntentHandling {
    func handle(intent: INStartAudioCallIntent, completion: @escaping (INStartAudioCallIntentResponse) -> Void) {
        let response: INStartAudioCallIntentResponse
        defer { completion(response) }
        guard let person = intent.contacts?.first, person.personHandle != nil else {
            response = INStartAudioCallIntentResponse(code: .failure, userActivity: nil)
            return
        }
        let activity = NSUserActivity(activityType: String(describing: INStartAudioCallIntent.self))
        response = INStartAudioCallIntentResponse(code: .continueInApp, userActivity: activity)
    }

    func handle(intent: INStartVideoCallIntent, completion: @escaping (INStartVideoCallIntentResponse) -> Void) {
        completion(INStartVideoCallIntentResponse(code: .continueInApp, userActivity: nil))
    }
}

/// Returns another object for the newer intent.
final class Dispatcher: INExtension {
    override func handler(for intent: INIntent) -> Any {
        intent is INStartCallIntent ? StartCallHandler() : self
    }
}

/// Async methods, and the app's own rules for contacts.
final class StartCallHandler: NSObject, INStartCallIntentHandling {
    func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        let activity = NSUserActivity(activityType: String(describing: INStartCallIntent.self))
        return INStartCallIntentResponse(code: .continueInApp, userActivity: activity)
    }

    func resolveContacts(for intent: INStartCallIntent) async -> [INStartCallContactResolutionResult] {
        guard let contacts = intent.contacts, !contacts.isEmpty else { return [.needsValue()] }
        guard contacts.count == 1, let person = contacts.first else {
            return [.unsupported(forReason: .multipleContactsUnsupported)]
        }
        return [person.personHandle?.value == nil ? .unsupported(forReason: .invalidHandle) : .success(with: person)]
    }

    func resolveCallCapability(
        for intent: INStartCallIntent, with completion: @escaping (INStartCallCallCapabilityResolutionResult) -> Void
    ) {
        if intent.callCapability == .videoCall {
            completion(.unsupported(forReason: .videoCallUnsupported))
        } else {
            completion(.success(with: intent.callCapability))
        }
    }
}

/// One class for the newer intent and an older one, as apps have it that support old systems.
final class EveryCallHandler: INExtension, INStartCallIntentHandling, INStartAudioCallIntentHandling {
    func handle(intent: INStartCallIntent, completion: @escaping (INStartCallIntentResponse) -> Void) {
        completion(INStartCallIntentResponse(code: .ready, userActivity: nil))
    }

    func handle(intent: INStartAudioCallIntent, completion: @escaping (INStartAudioCallIntentResponse) -> Void) {
        completion(INStartAudioCallIntentResponse(code: .continueInApp, userActivity: nil))
    }

    func answer(_ intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponseCode {
        let response: INStartAudioCallIntentResponse = await handle(intent: intent)
        return response.code
    }
}

/// On Linux the app itself calls its handler.
enum HandlerCaller {
    static func mayCall(_ intent: INStartCallIntent) async -> Bool {
        let handler = Dispatcher().handler(for: intent) as? INStartCallIntentHandling
        return await handler?.handle(intent: intent).code == .continueInApp
    }
}

// SPDX-License-Identifier: MIT

import CallKit

// Every class is on the main actor, because the target says so: what Xcode 26 writes for a new app.

/// The handler of an app of 2025.
class StartCallIntents: NSObject, INStartCallIntentHandling {
    var handled: [String] = []

    func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        handled.append(intent.contacts?.first?.personHandle?.value ?? "nobody")
        return INStartCallIntentResponse(code: .continueInApp, userActivity: nil)
    }

    func confirm(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        INStartCallIntentResponse(code: intent.contacts == nil ? .failure : .ready, userActivity: nil)
    }
}

/// The same for the older intents.
class OlderCallIntents: NSObject, INStartAudioCallIntentHandling, INStartVideoCallIntentHandling {
    func handle(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse {
        INStartAudioCallIntentResponse(code: .continueInApp, userActivity: nil)
    }

    func handle(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse {
        INStartVideoCallIntentResponse(code: .continueInApp, userActivity: nil)
    }
}

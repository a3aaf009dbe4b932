// SPDX-License-Identifier: MIT

import Intents

/// The extension side of a request, on the main actor.
final class CallIntents: NSObject, INStartCallIntentHandling {
    var blocked: Set<String> = []

    func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        let activity = NSUserActivity(activityType: NSStringFromClass(INStartCallIntent.self))
        return INStartCallIntentResponse(code: .continueInApp, userActivity: activity)
    }

    func resolveContacts(for intent: INStartCallIntent) async -> [INStartCallContactResolutionResult] {
        (intent.contacts ?? []).map { person in
            blocked.contains(person.personHandle?.value ?? "")
                ? .unsupported(forReason: .invalidHandle) : .success(with: person)
        }
    }
}

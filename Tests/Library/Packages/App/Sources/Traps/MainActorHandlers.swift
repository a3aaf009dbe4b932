// SPDX-License-Identifier: MIT

import CallKit

// Handlers on the main actor with async methods, as Xcode 26 makes every class.

/// On the main actor by annotation.
@MainActor
final class AnnotatedHandler: NSObject, INStartCallIntentHandling {
    private(set) var answers = 0

    func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        answers += 1
        return INStartCallIntentResponse(code: .continueInApp, userActivity: nil)
    }

    func resolveContacts(for intent: INStartCallIntent) async -> [INStartCallContactResolutionResult] {
        (intent.contacts ?? []).map { .success(with: $0) }
    }
}

/// On the main actor by an extension.
final class ExtendedHandler: NSObject {}

@MainActor
extension ExtendedHandler: INStartAudioCallIntentHandling {
    func handle(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse {
        INStartAudioCallIntentResponse(code: .ready, userActivity: nil)
    }
}

/// One method of a class without an actor.
final class VideoHandler: INExtension, INStartVideoCallIntentHandling {
    @MainActor
    func handle(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse {
        INStartVideoCallIntentResponse(code: .ready, userActivity: nil)
    }
}

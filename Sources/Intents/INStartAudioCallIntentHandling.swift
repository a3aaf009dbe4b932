// SPDX-License-Identifier: MIT

/// Handles ``INStartAudioCallIntent``. Apps before ``INStartCallIntent`` have it.
///
/// Each method has two forms; write one of them. Only ``handle(intent:completion:)``, or its async form, has to be written:
/// without it the answer is a failure.
public protocol INStartAudioCallIntentHandling: NSObjectProtocol {
    /// Hands the call over to the app.
    func handle(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void)
    /// Hands the call over to the app.
    nonisolated(nonsending) func handle(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse
    /// Says whether the call can be placed. Optional.
    func confirm(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void)
    /// Says whether the call can be placed. Optional.
    nonisolated(nonsending) func confirm(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse
    /// Says who is meant, for each contact. Optional.
    func resolveContacts(
        for intent: INStartAudioCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void)
    /// Says who is meant, for each contact. Optional.
    nonisolated(nonsending) func resolveContacts(for intent: INStartAudioCallIntent) async -> [INPersonResolutionResult]
    /// Says what kind of call is meant. Optional.
    func resolveDestinationType(
        for intent: INStartAudioCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void)
    /// Says what kind of call is meant. Optional.
    nonisolated(nonsending) func resolveDestinationType(for intent: INStartAudioCallIntent) async
        -> INCallDestinationTypeResolutionResult
}

extension INStartAudioCallIntentHandling {
    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartAudioCallIntentHandling = self
        EitherForm.complete(
            self, "handle INStartAudioCallIntent",
            default: INStartAudioCallIntentResponse(code: .failure, userActivity: nil), completion
        ) {
            await handler.handle(intent: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: a failure.
    public nonisolated(nonsending) func handle(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse {
        await EitherForm.answer(
            self, "handle INStartAudioCallIntent",
            default: INStartAudioCallIntentResponse(code: .failure, userActivity: nil)
        ) {
            handle(intent: intent, completion: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartAudioCallIntentHandling = self
        EitherForm.complete(
            self, "confirm INStartAudioCallIntent",
            default: INStartAudioCallIntentResponse(code: .ready, userActivity: nil), completion
        ) {
            await handler.confirm(intent: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public nonisolated(nonsending) func confirm(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse
    {
        await EitherForm.answer(
            self, "confirm INStartAudioCallIntent",
            default: INStartAudioCallIntentResponse(code: .ready, userActivity: nil)
        ) {
            confirm(intent: intent, completion: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(
        for intent: INStartAudioCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartAudioCallIntentHandling = self
        EitherForm.complete(
            self, "resolveContacts INStartAudioCallIntent",
            default: intent.contacts?.map { .success(with: $0) } ?? [.notRequired()], completion
        ) {
            await handler.resolveContacts(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public nonisolated(nonsending) func resolveContacts(for intent: INStartAudioCallIntent) async
        -> [INPersonResolutionResult]
    {
        await EitherForm.answer(
            self, "resolveContacts INStartAudioCallIntent",
            default: intent.contacts?.map { .success(with: $0) } ?? [.notRequired()]
        ) {
            resolveContacts(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public func resolveDestinationType(
        for intent: INStartAudioCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartAudioCallIntentHandling = self
        EitherForm.complete(
            self, "resolveDestinationType INStartAudioCallIntent", default: .success(with: intent.destinationType),
            completion
        ) {
            await handler.resolveDestinationType(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public nonisolated(nonsending) func resolveDestinationType(for intent: INStartAudioCallIntent) async
        -> INCallDestinationTypeResolutionResult
    {
        await EitherForm.answer(
            self, "resolveDestinationType INStartAudioCallIntent", default: .success(with: intent.destinationType)
        ) {
            resolveDestinationType(for: intent, with: $0)
        }
    }
}

/// What an app answers to ``INStartAudioCallIntent``.
open class INStartAudioCallIntentResponse: INIntentResponse, @unchecked Sendable {
    /// How it went.
    public let code: INStartAudioCallIntentResponseCode

    /// That answer.
    public init(code: INStartAudioCallIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }
}

/// How an app got on with ``INStartAudioCallIntent``.
public enum INStartAudioCallIntentResponseCode: Int, Sendable {
    /// Nothing is said.
    case unspecified = 0
    /// The app can.
    case ready = 1
    /// The app goes on with it in its own window.
    case continueInApp = 2
    /// It did not work.
    case failure = 3
    /// It does not work before the app is started.
    case failureRequiringAppLaunch = 4
    /// The app is not set up.
    case failureAppConfigurationRequired = 5
    /// The calling service cannot be reached.
    case failureCallingServiceNotAvailable = 6
    /// The app cannot call them.
    case failureContactNotSupportedByApp = 7
    /// They have no number that can be called.
    case failureNoValidNumber = 8
}

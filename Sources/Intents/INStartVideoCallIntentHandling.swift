// SPDX-License-Identifier: MIT

/// Handles ``INStartVideoCallIntent``. Apps before ``INStartCallIntent`` have it.
///
/// Each method has two forms; write one of them. Only ``handle(intent:completion:)``, or its async form, has to be written:
/// without it the answer is a failure.
public protocol INStartVideoCallIntentHandling: NSObjectProtocol {
    /// Hands the call over to the app.
    func handle(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void)
    /// Hands the call over to the app.
    nonisolated(nonsending) func handle(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse
    /// Says whether the call can be placed. Optional.
    func confirm(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void)
    /// Says whether the call can be placed. Optional.
    nonisolated(nonsending) func confirm(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse
    /// Says who is meant, for each contact. Optional.
    func resolveContacts(
        for intent: INStartVideoCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void)
    /// Says who is meant, for each contact. Optional.
    nonisolated(nonsending) func resolveContacts(for intent: INStartVideoCallIntent) async -> [INPersonResolutionResult]
}

extension INStartVideoCallIntentHandling {
    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartVideoCallIntentHandling = self
        EitherForm.complete(
            self, "handle INStartVideoCallIntent",
            default: INStartVideoCallIntentResponse(code: .failure, userActivity: nil), completion
        ) {
            await handler.handle(intent: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: a failure.
    public nonisolated(nonsending) func handle(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse {
        await EitherForm.answer(
            self, "handle INStartVideoCallIntent",
            default: INStartVideoCallIntentResponse(code: .failure, userActivity: nil)
        ) {
            handle(intent: intent, completion: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartVideoCallIntentHandling = self
        EitherForm.complete(
            self, "confirm INStartVideoCallIntent",
            default: INStartVideoCallIntentResponse(code: .ready, userActivity: nil), completion
        ) {
            await handler.confirm(intent: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public nonisolated(nonsending) func confirm(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse
    {
        await EitherForm.answer(
            self, "confirm INStartVideoCallIntent",
            default: INStartVideoCallIntentResponse(code: .ready, userActivity: nil)
        ) {
            confirm(intent: intent, completion: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(
        for intent: INStartVideoCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartVideoCallIntentHandling = self
        EitherForm.complete(
            self, "resolveContacts INStartVideoCallIntent",
            default: intent.contacts?.map { .success(with: $0) } ?? [.notRequired()], completion
        ) {
            await handler.resolveContacts(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public nonisolated(nonsending) func resolveContacts(for intent: INStartVideoCallIntent) async
        -> [INPersonResolutionResult]
    {
        await EitherForm.answer(
            self, "resolveContacts INStartVideoCallIntent",
            default: intent.contacts?.map { .success(with: $0) } ?? [.notRequired()]
        ) {
            resolveContacts(for: intent, with: $0)
        }
    }
}

/// What an app answers to ``INStartVideoCallIntent``.
open class INStartVideoCallIntentResponse: INIntentResponse, @unchecked Sendable {
    /// How it went.
    public let code: INStartVideoCallIntentResponseCode

    /// That answer.
    public init(code: INStartVideoCallIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }
}

/// How an app got on with ``INStartVideoCallIntent``.
public enum INStartVideoCallIntentResponseCode: Int, Sendable {
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
    /// The number is none.
    case failureInvalidNumber = 8
}

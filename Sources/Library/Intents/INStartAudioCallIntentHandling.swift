// SPDX-License-Identifier: MIT

/// Handles ``INStartAudioCallIntent``, which apps used before ``INStartCallIntent``.
///
/// Each method has two forms; write one of them. Only ``handle(intent:completion:)``, or its async form, is required:
/// without it the answer is a failure.
public protocol INStartAudioCallIntentHandling: NSObjectProtocol {
    /// Asks the app to make the call.
    func handle(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void)
    /// Asks the app to make the call.
    func handle(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse
    /// Says whether the call can be placed. Optional.
    func confirm(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void)
    /// Says whether the call can be placed. Optional.
    func confirm(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse
    /// Resolves each contact to a person. Optional.
    func resolveContacts(
        for intent: INStartAudioCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void)
    /// Resolves each contact to a person. Optional.
    func resolveContacts(for intent: INStartAudioCallIntent) async -> [INPersonResolutionResult]
    /// Resolves the kind of call. Optional.
    func resolveDestinationType(
        for intent: INStartAudioCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void)
    /// Resolves the kind of call. Optional.
    func resolveDestinationType(for intent: INStartAudioCallIntent) async
        -> INCallDestinationTypeResolutionResult
}

extension INStartAudioCallIntentHandling {
    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void
    ) {
        EitherForm.complete(self, intent, default: .init(.failure), completion) { await self.handle(intent: intent) }
    }

    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse {
        await EitherForm.answer(self, intent, default: .init(.failure)) { handle(intent: intent, completion: $0) }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(
        intent: INStartAudioCallIntent, completion: @escaping @Sendable (INStartAudioCallIntentResponse) -> Void
    ) {
        EitherForm.complete(self, intent, default: .init(.ready), completion) { await self.confirm(intent: intent) }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(intent: INStartAudioCallIntent) async -> INStartAudioCallIntentResponse {
        await EitherForm.answer(self, intent, default: .init(.ready)) { confirm(intent: intent, completion: $0) }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(
        for intent: INStartAudioCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void
    ) {
        EitherForm.complete(self, intent, default: intent.contacts.resolved, completion) {
            await self.resolveContacts(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(for intent: INStartAudioCallIntent) async
        -> [INPersonResolutionResult]
    {
        await EitherForm.answer(self, intent, default: intent.contacts.resolved) {
            resolveContacts(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public func resolveDestinationType(
        for intent: INStartAudioCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void
    ) {
        EitherForm.complete(self, intent, default: .success(with: intent.destinationType), completion) {
            await self.resolveDestinationType(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public func resolveDestinationType(for intent: INStartAudioCallIntent) async
        -> INCallDestinationTypeResolutionResult
    {
        await EitherForm.answer(self, intent, default: .success(with: intent.destinationType)) {
            resolveDestinationType(for: intent, with: $0)
        }
    }
}

/// The answer of an app to ``INStartAudioCallIntent``.
open class INStartAudioCallIntentResponse: INIntentResponse, @unchecked Sendable {
    /// The result.
    public let code: INStartAudioCallIntentResponseCode

    /// An answer with that code.
    public init(code: INStartAudioCallIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }

    convenience init(_ code: INStartAudioCallIntentResponseCode) { self.init(code: code, userActivity: nil) }
}

/// The result of ``INStartAudioCallIntent``.
public enum INStartAudioCallIntentResponseCode: Int, Sendable {
    /// Unspecified.
    case unspecified = 0
    /// The app can make the call.
    case ready = 1
    /// The app continues in its own window.
    case continueInApp = 2
    /// The request failed.
    case failure = 3
    /// The user must start the app first.
    case failureRequiringAppLaunch = 4
    /// The user must set up the app first.
    case failureAppConfigurationRequired = 5
    /// The app cannot reach its calling service.
    case failureCallingServiceNotAvailable = 6
    /// The app cannot call these people.
    case failureContactNotSupportedByApp = 7
    /// The person has no number that can be called.
    case failureNoValidNumber = 8
}

/// Handles ``INStartVideoCallIntent``, which apps used before ``INStartCallIntent``.
///
/// Each method has two forms; write one of them. Only ``handle(intent:completion:)``, or its async form, is required:
/// without it the answer is a failure.
public protocol INStartVideoCallIntentHandling: NSObjectProtocol {
    /// Asks the app to make the call.
    func handle(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void)
    /// Asks the app to make the call.
    func handle(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse
    /// Says whether the call can be placed. Optional.
    func confirm(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void)
    /// Says whether the call can be placed. Optional.
    func confirm(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse
    /// Resolves each contact to a person. Optional.
    func resolveContacts(
        for intent: INStartVideoCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void)
    /// Resolves each contact to a person. Optional.
    func resolveContacts(for intent: INStartVideoCallIntent) async -> [INPersonResolutionResult]
}

extension INStartVideoCallIntentHandling {
    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void
    ) {
        EitherForm.complete(self, intent, default: .init(.failure), completion) { await self.handle(intent: intent) }
    }

    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse {
        await EitherForm.answer(self, intent, default: .init(.failure)) { handle(intent: intent, completion: $0) }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(
        intent: INStartVideoCallIntent, completion: @escaping @Sendable (INStartVideoCallIntentResponse) -> Void
    ) {
        EitherForm.complete(self, intent, default: .init(.ready), completion) { await self.confirm(intent: intent) }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(intent: INStartVideoCallIntent) async -> INStartVideoCallIntentResponse {
        await EitherForm.answer(self, intent, default: .init(.ready)) { confirm(intent: intent, completion: $0) }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(
        for intent: INStartVideoCallIntent, with completion: @escaping @Sendable ([INPersonResolutionResult]) -> Void
    ) {
        EitherForm.complete(self, intent, default: intent.contacts.resolved, completion) {
            await self.resolveContacts(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(for intent: INStartVideoCallIntent) async
        -> [INPersonResolutionResult]
    {
        await EitherForm.answer(self, intent, default: intent.contacts.resolved) {
            resolveContacts(for: intent, with: $0)
        }
    }
}

/// The answer of an app to ``INStartVideoCallIntent``.
open class INStartVideoCallIntentResponse: INIntentResponse, @unchecked Sendable {
    /// The result.
    public let code: INStartVideoCallIntentResponseCode

    /// An answer with that code.
    public init(code: INStartVideoCallIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }

    convenience init(_ code: INStartVideoCallIntentResponseCode) { self.init(code: code, userActivity: nil) }
}

/// The result of ``INStartVideoCallIntent``.
public enum INStartVideoCallIntentResponseCode: Int, Sendable {
    /// Unspecified.
    case unspecified = 0
    /// The app can make the call.
    case ready = 1
    /// The app continues in its own window.
    case continueInApp = 2
    /// The request failed.
    case failure = 3
    /// The user must start the app first.
    case failureRequiringAppLaunch = 4
    /// The user must set up the app first.
    case failureAppConfigurationRequired = 5
    /// The app cannot reach its calling service.
    case failureCallingServiceNotAvailable = 6
    /// The app cannot call these people.
    case failureContactNotSupportedByApp = 7
    /// The number is not valid.
    case failureInvalidNumber = 8
}

// SPDX-License-Identifier: MIT

/// Handles ``INStartCallIntent``.
///
/// Each method has two forms; write one of them. Only ``handle(intent:completion:)``, or its async form, has to be written:
/// without it the answer is a failure.
public protocol INStartCallIntentHandling: NSObjectProtocol {
    /// Hands the call over to the app.
    func handle(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void)
    /// Hands the call over to the app.
    nonisolated(nonsending) func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse
    /// Says whether the call can be placed. Optional.
    func confirm(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void)
    /// Says whether the call can be placed. Optional.
    nonisolated(nonsending) func confirm(intent: INStartCallIntent) async -> INStartCallIntentResponse
    /// Says which record is to be called back. Optional.
    func resolveCallRecordToCallBack(
        for intent: INStartCallIntent, with completion: @escaping @Sendable (INCallRecordResolutionResult) -> Void)
    /// Says which record is to be called back. Optional.
    nonisolated(nonsending) func resolveCallRecordToCallBack(for intent: INStartCallIntent) async
        -> INCallRecordResolutionResult
    /// Says what kind of call is meant. Optional.
    func resolveDestinationType(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void)
    /// Says what kind of call is meant. Optional.
    nonisolated(nonsending) func resolveDestinationType(for intent: INStartCallIntent) async
        -> INCallDestinationTypeResolutionResult
    /// Says who is meant, for each contact. Optional.
    func resolveContacts(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable ([INStartCallContactResolutionResult]) -> Void)
    /// Says who is meant, for each contact. Optional.
    nonisolated(nonsending) func resolveContacts(for intent: INStartCallIntent) async
        -> [INStartCallContactResolutionResult]
    /// Says whether it is a video call. Optional.
    func resolveCallCapability(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INStartCallCallCapabilityResolutionResult) -> Void)
    /// Says whether it is a video call. Optional.
    nonisolated(nonsending) func resolveCallCapability(for intent: INStartCallIntent) async
        -> INStartCallCallCapabilityResolutionResult
}

extension INStartCallIntentHandling {
    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void) {
        nonisolated(unsafe) let handler: any INStartCallIntentHandling = self
        EitherForm.complete(
            self, "handle INStartCallIntent", default: INStartCallIntentResponse(code: .failure, userActivity: nil),
            completion
        ) {
            await handler.handle(intent: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: a failure.
    public nonisolated(nonsending) func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        await EitherForm.answer(
            self, "handle INStartCallIntent", default: INStartCallIntentResponse(code: .failure, userActivity: nil)
        ) {
            handle(intent: intent, completion: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void)
    {
        nonisolated(unsafe) let handler: any INStartCallIntentHandling = self
        EitherForm.complete(
            self, "confirm INStartCallIntent", default: INStartCallIntentResponse(code: .ready, userActivity: nil),
            completion
        ) {
            await handler.confirm(intent: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public nonisolated(nonsending) func confirm(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        await EitherForm.answer(
            self, "confirm INStartCallIntent", default: INStartCallIntentResponse(code: .ready, userActivity: nil)
        ) {
            confirm(intent: intent, completion: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the record of the intent.
    public func resolveCallRecordToCallBack(
        for intent: INStartCallIntent, with completion: @escaping @Sendable (INCallRecordResolutionResult) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartCallIntentHandling = self
        EitherForm.complete(
            self, "resolveCallRecordToCallBack INStartCallIntent",
            default: intent.callRecordToCallBack.map { .success(with: $0) } ?? .notRequired(), completion
        ) {
            await handler.resolveCallRecordToCallBack(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the record of the intent.
    public nonisolated(nonsending) func resolveCallRecordToCallBack(for intent: INStartCallIntent) async
        -> INCallRecordResolutionResult
    {
        await EitherForm.answer(
            self, "resolveCallRecordToCallBack INStartCallIntent",
            default: intent.callRecordToCallBack.map { .success(with: $0) } ?? .notRequired()
        ) {
            resolveCallRecordToCallBack(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public func resolveDestinationType(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartCallIntentHandling = self
        EitherForm.complete(
            self, "resolveDestinationType INStartCallIntent", default: .success(with: intent.destinationType),
            completion
        ) {
            await handler.resolveDestinationType(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public nonisolated(nonsending) func resolveDestinationType(for intent: INStartCallIntent) async
        -> INCallDestinationTypeResolutionResult
    {
        await EitherForm.answer(
            self, "resolveDestinationType INStartCallIntent", default: .success(with: intent.destinationType)
        ) {
            resolveDestinationType(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable ([INStartCallContactResolutionResult]) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartCallIntentHandling = self
        EitherForm.complete(
            self, "resolveContacts INStartCallIntent",
            default: intent.contacts?.map { .success(with: $0) } ?? [.notRequired()], completion
        ) {
            await handler.resolveContacts(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public nonisolated(nonsending) func resolveContacts(for intent: INStartCallIntent) async
        -> [INStartCallContactResolutionResult]
    {
        await EitherForm.answer(
            self, "resolveContacts INStartCallIntent",
            default: intent.contacts?.map { .success(with: $0) } ?? [.notRequired()]
        ) {
            resolveContacts(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: as the intent says.
    public func resolveCallCapability(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INStartCallCallCapabilityResolutionResult) -> Void
    ) {
        nonisolated(unsafe) let handler: any INStartCallIntentHandling = self
        EitherForm.complete(
            self, "resolveCallCapability INStartCallIntent", default: .success(with: intent.callCapability), completion
        ) {
            await handler.resolveCallCapability(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: as the intent says.
    public nonisolated(nonsending) func resolveCallCapability(for intent: INStartCallIntent) async
        -> INStartCallCallCapabilityResolutionResult
    {
        await EitherForm.answer(
            self, "resolveCallCapability INStartCallIntent", default: .success(with: intent.callCapability)
        ) {
            resolveCallCapability(for: intent, with: $0)
        }
    }
}

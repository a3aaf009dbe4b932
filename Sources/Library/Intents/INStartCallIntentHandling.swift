// SPDX-License-Identifier: MIT

/// Handles ``INStartCallIntent``.
///
/// Each method has two forms; write one of them. Only ``handle(intent:completion:)``, or its async form, is required:
/// without it the answer is a failure.
public protocol INStartCallIntentHandling: NSObjectProtocol {
    /// Asks the app to make the call.
    func handle(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void)
    /// Asks the app to make the call.
    func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse
    /// Says whether the call can be placed. Optional.
    func confirm(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void)
    /// Says whether the call can be placed. Optional.
    func confirm(intent: INStartCallIntent) async -> INStartCallIntentResponse
    /// Resolves the record to call back. Optional.
    func resolveCallRecordToCallBack(
        for intent: INStartCallIntent, with completion: @escaping @Sendable (INCallRecordResolutionResult) -> Void)
    /// Resolves the record to call back. Optional.
    func resolveCallRecordToCallBack(for intent: INStartCallIntent) async
        -> INCallRecordResolutionResult
    /// Resolves the kind of call. Optional.
    func resolveDestinationType(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void)
    /// Resolves the kind of call. Optional.
    func resolveDestinationType(for intent: INStartCallIntent) async
        -> INCallDestinationTypeResolutionResult
    /// Resolves each contact to a person. Optional.
    func resolveContacts(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable ([INStartCallContactResolutionResult]) -> Void)
    /// Resolves each contact to a person. Optional.
    func resolveContacts(for intent: INStartCallIntent) async
        -> [INStartCallContactResolutionResult]
    /// Resolves audio or video. Optional.
    func resolveCallCapability(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INStartCallCallCapabilityResolutionResult) -> Void)
    /// Resolves audio or video. Optional.
    func resolveCallCapability(for intent: INStartCallIntent) async
        -> INStartCallCallCapabilityResolutionResult
}

extension INStartCallIntentHandling {
    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void) {
        EitherForm.complete(self, intent, default: .init(.failure), completion) { await self.handle(intent: intent) }
    }

    /// Asks the other form, which the app may have written. Default: a failure.
    public func handle(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        await EitherForm.answer(self, intent, default: .init(.failure)) { handle(intent: intent, completion: $0) }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(intent: INStartCallIntent, completion: @escaping @Sendable (INStartCallIntentResponse) -> Void)
    {
        EitherForm.complete(self, intent, default: .init(.ready), completion) { await self.confirm(intent: intent) }
    }

    /// Asks the other form, which the app may have written. Default: ready.
    public func confirm(intent: INStartCallIntent) async -> INStartCallIntentResponse {
        await EitherForm.answer(self, intent, default: .init(.ready)) { confirm(intent: intent, completion: $0) }
    }

    /// Asks the other form, which the app may have written. Default: the record of the intent.
    public func resolveCallRecordToCallBack(
        for intent: INStartCallIntent, with completion: @escaping @Sendable (INCallRecordResolutionResult) -> Void
    ) {
        EitherForm.complete(self, intent, default: intent.callRecordToCallBack.resolved, completion) {
            await self.resolveCallRecordToCallBack(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the record of the intent.
    public func resolveCallRecordToCallBack(for intent: INStartCallIntent) async
        -> INCallRecordResolutionResult
    {
        await EitherForm.answer(self, intent, default: intent.callRecordToCallBack.resolved) {
            resolveCallRecordToCallBack(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public func resolveDestinationType(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INCallDestinationTypeResolutionResult) -> Void
    ) {
        EitherForm.complete(self, intent, default: .success(with: intent.destinationType), completion) {
            await self.resolveDestinationType(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the kind of the intent.
    public func resolveDestinationType(for intent: INStartCallIntent) async
        -> INCallDestinationTypeResolutionResult
    {
        await EitherForm.answer(self, intent, default: .success(with: intent.destinationType)) {
            resolveDestinationType(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable ([INStartCallContactResolutionResult]) -> Void
    ) {
        EitherForm.complete(self, intent, default: intent.contacts.resolvedToCall, completion) {
            await self.resolveContacts(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the contacts of the intent.
    public func resolveContacts(for intent: INStartCallIntent) async
        -> [INStartCallContactResolutionResult]
    {
        await EitherForm.answer(self, intent, default: intent.contacts.resolvedToCall) {
            resolveContacts(for: intent, with: $0)
        }
    }

    /// Asks the other form, which the app may have written. Default: the capability of the intent.
    public func resolveCallCapability(
        for intent: INStartCallIntent,
        with completion: @escaping @Sendable (INStartCallCallCapabilityResolutionResult) -> Void
    ) {
        EitherForm.complete(self, intent, default: .success(with: intent.callCapability), completion) {
            await self.resolveCallCapability(for: intent)
        }
    }

    /// Asks the other form, which the app may have written. Default: the capability of the intent.
    public func resolveCallCapability(for intent: INStartCallIntent) async
        -> INStartCallCallCapabilityResolutionResult
    {
        await EitherForm.answer(self, intent, default: .success(with: intent.callCapability)) {
            resolveCallCapability(for: intent, with: $0)
        }
    }
}

/// Methods of a handler with two forms: one with a completion, and one that is async. An app writes one of the forms,
/// or none if the method is optional. The default of each form calls the other one; this type ends the circle if
/// the app has written neither.
enum EitherForm {
    private struct Method: Hashable {
        let handler: ObjectIdentifier
        let intent: ObjectIdentifier
        let name: Substring

        /// `function` is the name of either form. Both forms have the same words in front of the arguments.
        init(_ handler: AnyObject, _ intent: AnyObject, _ function: String) {
            self.handler = ObjectIdentifier(handler)
            self.intent = ObjectIdentifier(type(of: intent))
            name = function.prefix { $0 != "(" }
        }
    }

    /// A form of a handler, for the task that calls it.
    private struct Form<Answer>: @unchecked Sendable {
        let call: () async -> Answer
    }

    /// The methods that have called their other form.
    @TaskLocal private static var tried: Set<Method> = []

    /// The default of the form with a completion.
    static func complete<Answer: Sendable>(
        _ handler: AnyObject, _ intent: AnyObject, default answer: Answer,
        _ completion: @escaping @Sendable (Answer) -> Void, function: String = #function,
        by other: @escaping () async -> Answer
    ) {
        let method = Method(handler, intent, function)
        guard !tried.contains(method) else { return completion(answer) }
        let (tried, other) = (tried.union([method]), Form(call: other))
        Task { completion(await $tried.withValue(tried) { await other.call() }) }
    }

    /// The default of the async form.
    nonisolated(nonsending) static func answer<Answer: Sendable>(
        _ handler: AnyObject, _ intent: AnyObject, default answer: Answer, function: String = #function,
        by other: (@escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer {
        let method = Method(handler, intent, function)
        guard !tried.contains(method) else { return answer }
        let tried = tried.union([method])
        return await withCheckedContinuation { continuation in
            $tried.withValue(tried) { other { continuation.resume(returning: $0) } }
        }
    }
}

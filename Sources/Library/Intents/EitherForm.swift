// SPDX-License-Identifier: MIT

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

    /// The methods that have called their other form.
    @TaskLocal private static var tried: Set<Method> = []

    /// The default of the form with a completion.
    static func complete<Answer: Sendable>(
        _ handler: AnyObject, _ intent: AnyObject, default answer: Answer,
        _ completion: @escaping @Sendable (Answer) -> Void, function: String = #function,
        by other: @escaping @Sendable () async -> Answer
    ) {
        let method = Method(handler, intent, function)
        guard !tried.contains(method) else { return completion(answer) }
        let tried = tried.union([method])
        Task { completion(await $tried.withValue(tried) { await other() }) }
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

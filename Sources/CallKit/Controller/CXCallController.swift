// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
public import Dispatch
public import Foundation
internal import SDBus

/// Asks for what the user wants: that calls are started, answered, held, ended.
///
/// An app asks for its own calls, also from its own windows: the system may have to hold another app's first, and tells the
/// app's ``CXProvider`` what to do and when.
open class CXCallController: NSObject {
    private let queue: DispatchQueue
    private let observer = CXCallObserver()

    /// A controller whose completions are called on that queue.
    public init(queue: DispatchQueue) { self.queue = queue }

    /// A controller whose completions are called on a queue of its own.
    public convenience override init() { self.init(queue: DispatchQueue(label: "org.monkeycall.CallKit.controller")) }

    /// The calls there are.
    open var callObserver: CXCallObserver { observer }

    /// Asks for a transaction: all of its actions, in that order, or none.
    /// - Parameters:
    ///   - transaction: What is to be done, to calls of this app's provider. The delegate gets a transaction and actions with
    ///     the same ``CXTransaction/uuid`` and ``CXAction/uuid``. The same transaction twice is done once; an action that was
    ///     requested before cannot be part of another transaction.
    ///   - completion: Called on the controller's queue. Nil: it was accepted, and the provider's delegate will be told; it may
    ///     still fail there. Else a ``CXErrorCodeRequestTransactionError`` whose description says what was wrong, and which
    ///     calls are in the way.
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        let provider = ProviderIdentity.current
        let wire = transaction.actions.map { $0.wire(provider: provider ?? "") }
        let options: [String: Variant] = [Key.transaction: .string(transaction.uuid.wire)]
        let answer: @Sendable (CXErrorCodeRequestTransactionError?) -> Void = { [queue] error in
            queue.async { completion(error) }
        }
        guard provider != nil else {
            return answer(.init(.unknownCallProvider, message: "This app has no CXProvider. Make one first."))
        }
        guard !wire.contains(where: { $0 == nil }) else {
            return answer(.init(.invalidAction, message: "An action is of a class that nobody performs on Linux."))
        }
        ServiceThread.perform { thread in
            thread.callRegistered("RequestTransaction", wire.compactMap { $0 }, options) { reply in
                switch reply {
                case .success: answer(nil)
                case .failure(let error): answer(CXErrorCodeRequestTransactionError(error))
                }
            }
        }
    }

    /// Asks for a transaction; returns when it is accepted. Throws ``CXErrorCodeRequestTransactionError``.
    open nonisolated(nonsending) func request(_ transaction: CXTransaction) async throws {
        try await outcome { request(transaction, completion: $0) }
    }

    /// Asks for a transaction of those actions; see ``request(_:completion:)``.
    open func requestTransaction(with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(actions: actions), completion: completion)
    }

    /// Asks for a transaction of those actions; returns when it is accepted. Throws ``CXErrorCodeRequestTransactionError``.
    open nonisolated(nonsending) func requestTransaction(with actions: [CXAction]) async throws {
        try await outcome { requestTransaction(with: actions, completion: $0) }
    }

    /// Asks for a transaction of that action; see ``request(_:completion:)``.
    open func requestTransaction(with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Asks for a transaction of that action; returns when it is accepted. Throws ``CXErrorCodeRequestTransactionError``.
    open nonisolated(nonsending) func requestTransaction(with action: CXAction) async throws {
        try await outcome { requestTransaction(with: action, completion: $0) }
    }
}

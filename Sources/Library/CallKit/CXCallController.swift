// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import CallLibrary
public import Dispatch
public import Foundation
internal import SDBus

/// Requests the user's actions on calls: start, answer, hold, end and so on.
///
/// An app requests every action on its own calls, also if the user acted in its own window. The system may have to hold
/// another app's call first; then it tells the app's ``CXProvider`` to perform the action.
open class CXCallController: NSObject {
    private let queue: DispatchQueue
    private let observer = CXCallObserver()

    /// Creates a controller that calls completions on that queue.
    public init(queue: DispatchQueue) { self.queue = queue }

    /// Creates a controller that calls completions on a queue of its own.
    public convenience override init() { self.init(queue: DispatchQueue(label: "org.monkeycall.CallKit.controller")) }

    /// An observer of the user's calls.
    open var callObserver: CXCallObserver { observer }

    /// Requests a transaction: all of its actions, in that order, or none.
    /// - Parameters:
    ///   - transaction: Actions on calls of this process's providers; any other call is
    ///     ``CXErrorCodeRequestTransactionError/unknownCallUUID``. The delegate gets a transaction and actions with the
    ///     same
    ///     ``CXTransaction/uuid`` and ``CXAction/uuid``. A transaction that is requested twice is performed once; an
    ///     action that
    ///     was requested before cannot be part of another transaction.
    ///   - completion: Called on the controller's queue. Nil: the service accepted the transaction, and the provider's
    ///     delegate
    ///     will perform it, which may still fail. If a start or an answer cannot be performed because another app does
    ///     not hold its
    ///     call, the delegate gets the requested action in ``CXProviderDelegate/provider(_:timedOutPerforming:)``. Any
    ///     error is a ``CXErrorCodeRequestTransactionError`` whose description says
    ///     what is wrong and which calls are in the way.
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        let provider = ProviderIdentity.oldest(of: .callKit)
        let items = transaction.actions.map { $0.item(provider: provider ?? "") }
        let request = Request(items.compactMap { $0 })
        let requested = Dictionary(transaction.actions.map { ($0.uuid, Confined($0)) }) { $1 }
        let refuse: (CXErrorCodeRequestTransactionError) -> Void = { [queue] error in
            queue.async { completion(error) }
        }
        guard provider != nil else {
            return refuse(.init(.unknownCallProvider, message: "This app has no CXProvider; create one first."))
        }
        guard !items.contains(nil) else {
            return refuse(.init(.invalidAction, message: "Linux performs no action of this class; leave it out."))
        }
        request.send(as: transaction.uuid, requested) { [queue] error in
            let failure = error.map { CXErrorCodeRequestTransactionError($0) }
            ServiceThread.notify(queue) { completion(failure) }
        }
    }

    /// Requests a transaction; returns when it is accepted. Throws ``CXErrorCodeRequestTransactionError``.
    open nonisolated(nonsending) func request(_ transaction: CXTransaction) async throws {
        try await outcome { request(transaction, completion: $0) }
    }

    /// Requests a transaction of those actions; see ``request(_:completion:)``.
    open func requestTransaction(with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(actions: actions), completion: completion)
    }

    /// Requests a transaction of those actions; returns when it is accepted. Throws
    /// ``CXErrorCodeRequestTransactionError``.
    open nonisolated(nonsending) func requestTransaction(with actions: [CXAction]) async throws {
        try await outcome { requestTransaction(with: actions, completion: $0) }
    }

    /// Requests a transaction of that action; see ``request(_:completion:)``.
    open func requestTransaction(with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Requests a transaction of that action; returns when it is accepted. Throws
    /// ``CXErrorCodeRequestTransactionError``.
    open nonisolated(nonsending) func requestTransaction(with action: CXAction) async throws {
        try await outcome { requestTransaction(with: action, completion: $0) }
    }
}

// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// In their tests, apps replace CallKit's classes with their own.
struct OverridingTests {
    @Test func `The completion form and the async form of a controller are overridden separately`() async throws {
        let controller = MockController()
        let refusal = await withCheckedContinuation { continuation in
            controller.request(CXTransaction()) { continuation.resume(returning: $0) }
        }
        #expect((refusal as? CXErrorCodeRequestTransactionError)?.code == .invalidAction)
        await #expect(throws: CXErrorCodeRequestTransactionError(.unentitled)) {
            try await controller.request(CXTransaction())
        }
    }

    @Test func `An overridden completion form serves all other forms`() async throws {
        let controller = MockController()
        await #expect(throws: CXErrorCodeRequestTransactionError(.invalidAction)) {
            try await controller.requestTransaction(with: CXEndCallAction(call: UUID()))
        }
        await #expect(throws: CXErrorCodeRequestTransactionError(.invalidAction)) {
            try await controller.requestTransaction(with: [CXEndCallAction(call: UUID())])
        }
    }

    @Test func `An action's completion can be overridden`() {
        let action = CountingAction(call: UUID())
        let transaction = CXTransaction(action: action)
        transaction.actions.forEach { $0.fulfill() }
        transaction.actions.forEach { $0.fulfill() }
        #expect(action.fulfilments == 2 && action.isComplete)
    }
}

private final class MockController: CXCallController, @unchecked Sendable {
    override func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        completion(CXErrorCodeRequestTransactionError(.invalidAction))
    }

    override func request(_ transaction: CXTransaction) async throws {
        throw CXErrorCodeRequestTransactionError(.unentitled)
    }
}

private final class CountingAction: CXEndCallAction {
    var fulfilments = 0

    override func fulfill() {
        fulfilments += 1
        super.fulfill()
    }
}

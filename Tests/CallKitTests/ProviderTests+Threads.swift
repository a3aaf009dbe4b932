// SPDX-License-Identifier: MIT

import CallKit
import Synchronization
import Testing

extension ProviderTests {
    /// ThreadSanitizer finds the data races, if there are any.
    @Test func `Every thread may read the pending actions`() async throws {
        let onlooker = Onlooker(provider)
        for _ in 0..<20 {
            let call = UUID()
            try await provider.reportNewIncomingCall(with: call, update: CXCallUpdate())
            try await controller.request(CXTransaction(action: CXAnswerCallAction(call: call)))
            #expect(delegate.story(2) == ["answer", "activate"])
            provider.configuration = provider.configuration
            provider.reportCall(with: call, updated: CXCallUpdate())
            try await controller.request(CXTransaction(action: CXEndCallAction(call: call)))
            #expect(delegate.story(2) == ["end", "deactivate"])
        }
        onlooker.leave()
        #expect(provider.pendingTransactions.isEmpty)
    }
}

/// A thread that reads the actions, the configuration and the calls all the time.
private final class Onlooker: Sendable {
    private let isThere = Atomic(true)
    private let hasLeft = DispatchSemaphore(value: 0)

    init(_ provider: CXProvider) {
        nonisolated(unsafe) let provider = provider
        Thread.detachNewThread { [self] in
            var seen = 0
            while isThere.load(ordering: .relaxed) {
                for action in provider.pendingTransactions.flatMap(\.actions) where !action.isComplete {
                    if action.timeoutDate > Date(), action.origin != nil { seen += 1 }
                }
                seen += provider.configuration.maximumCallGroups + CXCallObserver().calls.count
            }
            hasLeft.signal()
        }
    }

    func leave() {
        isThere.store(false, ordering: .relaxed)
        hasLeft.wait()
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
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

    /// The thread that reads the service's messages calls the delegate, and must not keep the answer from it.
    @Test func `A delegate may wait for an answer of the service`() async throws {
        let patient = Patient(controller)
        provider.setDelegate(patient, queue: DispatchQueue(label: "patient"))
        for _ in 0..<5 {
            let call = UUID()
            try await provider.reportNewIncomingCall(with: call, update: CXCallUpdate())
            try await controller.request(CXTransaction(action: CXAnswerCallAction(call: call)))
            #expect(patient.story(2) == ["refused", "activate"])
            provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
            #expect(patient.story(1) == ["deactivate"])
        }
    }
}

/// Makes a request when it answers a call, and waits for its refusal.
private final class Patient: Recorder, @unchecked Sendable {
    private let controller: CXCallController

    init(_ controller: CXCallController) { self.controller = controller }

    override func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        let isRefused = DispatchSemaphore(value: 0)
        controller.request(CXTransaction()) { error in
            if error != nil { isRefused.signal() }
        }
        let result = isRefused.wait(timeout: .now() + Deadline.standardTimeout)
        note(result == .success ? "refused" : "timed out", action)
    }

    override func providerDidBegin(_ provider: CXProvider) {}
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

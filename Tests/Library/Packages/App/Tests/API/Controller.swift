// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// CXCallController, CXCallObserver and CXCall without a bus.
@Suite(.serialized)
struct Controller {
    let controller = CXCallController(queue: DispatchQueue(label: "controller"))
    let action = CXEndCallAction(call: UUID())

    init() { noBus }

    @Test func `a request with a completion`() async {
        let first = await withCheckedContinuation { continuation in
            controller.request(CXTransaction(action: action)) { continuation.resume(returning: $0) }
        }
        #expect(first is CXErrorCodeRequestTransactionError)
        let second = await withCheckedContinuation { continuation in
            CXCallController().requestTransaction(with: action) { continuation.resume(returning: $0) }
        }
        #expect(second is CXErrorCodeRequestTransactionError)
        let third = await withCheckedContinuation { continuation in
            controller.requestTransaction(with: [action, CXAction()]) { continuation.resume(returning: $0) }
        }
        #expect(third is CXErrorCodeRequestTransactionError)
    }

    @Test func `a request that throws`() async {
        await #expect(throws: CXErrorCodeRequestTransactionError.self) {
            try await controller.request(CXTransaction(action: action))
        }
        await #expect(throws: CXErrorCodeRequestTransactionError.self) {
            try await controller.requestTransaction(with: action)
        }
        await #expect(throws: CXErrorCodeRequestTransactionError.self) {
            try await controller.requestTransaction(with: [action])
        }
    }

    @Test func `an observer`() {
        let observer: CXCallObserver = controller.callObserver
        #expect(observer === controller.callObserver)
        let calls: [CXCall] = CXCallObserver().calls
        #expect(calls.isEmpty)
        let watcher = Watcher()
        observer.setDelegate(watcher, queue: nil)
        observer.setDelegate(watcher, queue: DispatchQueue(label: "observer"))
        observer.setDelegate(nil, queue: nil)
    }
}

/// Reads all properties of a call.
final class Watcher: NSObject, CXCallObserverDelegate {
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        let uuid: UUID = call.uuid
        let facts: [Bool] = [call.isOutgoing, call.isOnHold, call.hasConnected, call.hasEnded]
        let isKnown = callObserver.calls.contains { $0.isEqual(to: call) || $0 == call || $0.uuid == uuid }
        print(facts, isKnown)
    }
}

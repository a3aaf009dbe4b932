// SPDX-License-Identifier: MIT

import CallKit

// Delegates on the main actor. In Swift 5 mode they conform without an annotation. In Swift 6 mode `@preconcurrency`
// states that the library calls them on the main queue.

#if swift(>=6)
    @MainActor final class MainActorDelegate: NSObject {
        let provider = CXProvider(configuration: CXProviderConfiguration())
        let controller = CXCallController()
        var isMuted = false

        func ring() async throws {
            let update = CXCallUpdate()
            update.localizedCallerName = "Ada"
            try await provider.reportNewIncomingCall(with: UUID(), update: update)
        }

        func hangUp(_ call: UUID) async throws {
            try await controller.request(CXTransaction(action: CXEndCallAction(call: call)))
            try await controller.requestTransaction(with: CXEndCallAction(call: call))
            let actions = [CXSetHeldCallAction(call: call, onHold: true), CXEndCallAction(call: call)]
            try await controller.requestTransaction(with: actions)
        }
    }

    extension MainActorDelegate: @preconcurrency CXProviderDelegate {
        func providerDidReset(_ provider: CXProvider) { isMuted = false }
        func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
            isMuted = action.isMuted
            action.fulfill()
        }
    }

    extension MainActorDelegate: @preconcurrency CXCallObserverDelegate {
        func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) { isMuted = !call.hasEnded }
    }

    // Values go from the queue of a delegate to the main actor, and into completions.
    @MainActor final class CallList: NSObject, CXCallObserverDelegate {
        private var ended: [CXCall] = []

        nonisolated func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
            guard call.hasEnded else { return }
            Task { @MainActor in ended.append(call) }
        }

        func start(_ handle: CXHandle, with controller: CXCallController) {
            let action = CXStartCallAction(call: UUID(), handle: handle)
            controller.request(CXTransaction(action: action)) { error in
                if error != nil { print("\(handle.value) is not called") }
            }
        }
    }
#else
    @MainActor final class MainActorDelegate: NSObject, CXProviderDelegate, CXCallObserverDelegate {
        let provider = CXProvider(configuration: CXProviderConfiguration())
        let controller = CXCallController()
        var isMuted = false

        func ring() async throws {
            try await provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
        }

        func hangUp(_ call: UUID) async throws {
            try await controller.request(CXTransaction(action: CXEndCallAction(call: call)))
            try await controller.requestTransaction(with: CXEndCallAction(call: call))
        }

        func providerDidReset(_ provider: CXProvider) { isMuted = false }
        func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
            isMuted = action.isMuted
            action.fulfill()
        }
        func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) { isMuted = !call.hasEnded }
    }
#endif

/// Async code that is on no actor.
struct Caller {
    let controller: CXCallController

    func end(_ call: UUID) async -> String? {
        do {
            try await controller.request(CXTransaction(action: CXEndCallAction(call: call)))
            return nil
        } catch CXErrorCodeRequestTransactionError.unknownCallProvider {
            return "no provider"
        } catch {
            return "\(error)"
        }
    }
}

actor CallActor {
    private let controller = CXCallController()
    private let provider = CXProvider(configuration: CXProviderConfiguration())

    func end(_ call: UUID) async throws {
        try await controller.requestTransaction(with: [CXEndCallAction(call: call)])
    }

    func ring(_ call: UUID) async throws {
        try await provider.reportNewIncomingCall(with: call, update: CXCallUpdate())
    }
}

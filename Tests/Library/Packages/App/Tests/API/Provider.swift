// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// CXProvider and its delegate without a bus.
struct Provider {
    let provider: CXProvider
    let call = UUID()

    init() {
        noBus
        let configuration = CXProviderConfiguration()
        configuration.identifier = "org.example.Provider"
        provider = CXProvider(configuration: configuration)
    }

    @Test func `a configuration is copied both ways`() {
        let configuration = CXProviderConfiguration()
        let provider = CXProvider(configuration: configuration)
        configuration.maximumCallGroups = 7
        #expect(provider.configuration.maximumCallGroups == 2)
        let another: CXProviderConfiguration = provider.configuration
        another.maximumCallGroups = 3
        #expect(provider.configuration.maximumCallGroups == 2)
        provider.configuration = another
        #expect(provider.configuration.maximumCallGroups == 3)
        provider.invalidate()
    }

    @Test func `a report without a bus fails, with a completion`() async {
        let error = await withCheckedContinuation { continuation in
            provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { error in
                continuation.resume(returning: error as? CXErrorCodeIncomingCallError)
            }
        }
        #expect(error?.code == .unknown)
        #expect(error?.message != nil)
    }

    @Test func `a report without a bus fails, and throws`() async {
        await #expect(throws: CXErrorCodeIncomingCallError(.unknown)) {
            try await provider.reportNewIncomingCall(with: call, update: CXCallUpdate())
        }
    }

    @Test func `everything else that a provider reports`() {
        provider.reportCall(with: call, updated: CXCallUpdate())
        provider.reportCall(with: call, endedAt: nil, reason: .unanswered)
        provider.reportCall(with: call, endedAt: Date(), reason: .failed)
        provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
        provider.reportOutgoingCall(with: call, startedConnectingAt: Date())
        provider.reportOutgoingCall(with: call, connectedAt: nil)
        provider.reportOutgoingCall(with: call, connectedAt: Date())
    }

    @Test func `nothing is pending`() {
        let transactions: [CXTransaction] = provider.pendingTransactions
        #expect(transactions.isEmpty)
        let actions: [CXCallAction] = provider.pendingCallActions(of: CXAnswerCallAction.self, withCall: call)
        #expect(actions.isEmpty)
    }

    @Test func `a push payload is for nobody`() async {
        CXProvider.reportNewIncomingVoIPPushPayload([:], completion: nil)
        let error = await withCheckedContinuation { continuation in
            CXProvider.reportNewIncomingVoIPPushPayload(["id": 1]) { continuation.resume(returning: $0) }
        }
        #expect(error is CXErrorCodeNotificationServiceExtensionError)
        await #expect(throws: CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess)) {
            try await CXProvider.reportNewIncomingVoIPPushPayload(["id": 1])
        }
    }

    @Test func `why a call ended`() {
        let reasons: [CXCallEndedReason] = [
            .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere,
        ]
        #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
    }

    @Test func `a delegate is weak, and may be short or whole`() {
        weak var gone: WholeDelegate?
        do {
            let delegate = WholeDelegate()
            gone = delegate
            provider.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
            provider.setDelegate(delegate, queue: nil)
            provider.setDelegate(ShortDelegate(), queue: .main)
        }
        #expect(gone == nil)
        provider.setDelegate(nil, queue: nil)
        let short: any CXProviderDelegate = ShortDelegate()
        #expect(!short.provider(provider, execute: CXTransaction()))
        let whole: any CXProviderDelegate = WholeDelegate()
        #expect(whole.provider(provider, execute: CXTransaction()))
    }
}

/// Implements only the required method.
final class ShortDelegate: NSObject, CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
}

/// Implements all methods.
final class WholeDelegate: NSObject, CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
    func providerDidBegin(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { true }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { action.fail() }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        action.fulfill(using: .default)
    }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {}
}

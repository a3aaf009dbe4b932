// SPDX-License-Identifier: MIT

import CallKit
import Observation

/// The calls of an app of 2025: observable, on the main actor, with async requests.
@Observable
final class CallService: NSObject, CXProviderDelegate {
    private(set) var calls: [UUID: String] = [:]
    private(set) var isAudioActive = false
    @ObservationIgnored private let provider: CXProvider
    @ObservationIgnored private let controller = CXCallController()

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: .main)
    }

    func report(_ caller: String) async throws {
        let (call, update) = (UUID(), CXCallUpdate())
        update.remoteHandle = CXHandle(type: .generic, value: caller)
        try await provider.reportNewIncomingCall(with: call, update: update)
        calls[call] = caller
    }

    func start(_ callee: String) async throws {
        let call = UUID()
        let action = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: callee))
        try await controller.request(CXTransaction(action: action))
        calls[call] = callee
    }

    func providerDidReset(_ provider: CXProvider) { calls = [:] }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: .now)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        calls[action.callUUID] = nil
        action.fulfill()
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { isAudioActive = true }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { isAudioActive = false }

    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        guard let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let callee = intent.contacts?.first?.personHandle?.value
        else { return }
        Task { try? await start(callee) }
    }
}

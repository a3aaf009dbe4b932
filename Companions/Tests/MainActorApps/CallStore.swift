// SPDX-License-Identifier: MIT

import CallKit
import Observation

/// The calls, for the views of the app.
@Observable
final class CallStore: NSObject {
    struct Call: Identifiable, Sendable {
        let id: UUID
        let person: String
        var isOnHold = false
        var isMuted = false
    }

    private(set) var calls: [Call] = []
    private(set) var failure: String?
    @ObservationIgnored private let provider: CXProvider
    @ObservationIgnored private let controller = CXCallController()

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.maximumCallsPerCallGroup = 1
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    func ring(_ id: UUID, from person: String) async {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: person)
        do {
            try await provider.reportNewIncomingCall(with: id, update: update)
            calls.append(Call(id: id, person: person))
        } catch let error as CXErrorCodeIncomingCallError where error.code == .filteredByDoNotDisturb {
            failure = "Do not disturb"
        } catch {
            failure = error.localizedDescription
        }
    }

    func start(_ person: String, video: Bool) async {
        let call = Call(id: UUID(), person: person)
        let action = CXStartCallAction(call: call.id, handle: CXHandle(type: .phoneNumber, value: person))
        action.isVideo = video
        await request(action)
        calls.append(call)
    }

    func end(_ call: Call) async { await request(CXEndCallAction(call: call.id)) }

    private func request(_ action: CXAction) async {
        do {
            try await controller.request(CXTransaction(action: action))
        } catch {
            failure = error.localizedDescription
        }
    }

    private func change(_ id: UUID, _ body: (inout Call) -> Void) {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return }
        body(&calls[index])
    }
}

extension CallStore: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { calls = [] }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        calls.removeAll { $0.id == action.callUUID }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        change(action.callUUID) { $0.isOnHold = action.isOnHold }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        change(action.callUUID) { $0.isMuted = action.isMuted }
        action.fulfill()
    }
}

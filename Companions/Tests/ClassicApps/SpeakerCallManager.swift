// SPDX-License-Identifier: MIT

import CallKit
import Combine
import os

/// Calls for views, and requests of the user.
final class SpeakerCallManager: ObservableObject {
    @Published private(set) var calls: [PhoneCall] = []
    let callEnded = PassthroughSubject<UUID, Never>()

    private let callController = CXCallController()
    private let logger = Logger(subsystem: "org.example.Phone", category: "CallManager")

    var hasCalls: AnyPublisher<Bool, Never> {
        $calls.map { !$0.isEmpty }.removeDuplicates().eraseToAnyPublisher()
    }

    func call(with uuid: UUID) -> PhoneCall? {
        guard let index = calls.firstIndex(where: { $0.uuid == uuid }) else { return nil }
        return calls[index]
    }

    func add(_ call: PhoneCall) {
        calls.append(call)
        call.stateChanged = { [weak self] in
            guard let self = self else { return }
            self.objectWillChange.send()
        }
    }

    func remove(_ call: PhoneCall) {
        guard let index = calls.firstIndex(where: { $0 === call }) else { return }
        calls.remove(at: index)
        callEnded.send(call.uuid)
    }

    func removeAllCalls() { calls.removeAll() }

    func startCall(handle: String, video: Bool = false) {
        let handle = CXHandle(type: .phoneNumber, value: handle)
        let action = CXStartCallAction(call: UUID(), handle: handle)
        action.isVideo = video
        requestTransaction(CXTransaction(action: action))
    }

    func end(call: PhoneCall) {
        requestTransaction(CXTransaction(action: CXEndCallAction(call: call.uuid)))
    }

    func endAllCalls() { calls.forEach(end(call:)) }

    func setHeld(call: PhoneCall, onHold: Bool) {
        let transaction = CXTransaction()
        transaction.addAction(CXSetHeldCallAction(call: call.uuid, onHold: onHold))
        requestTransaction(transaction)
    }

    private func requestTransaction(_ transaction: CXTransaction) {
        callController.request(transaction) { [logger] error in
            if let error = error {
                logger.error("Request failed: \(error.localizedDescription, privacy: .public)")
            } else {
                logger.debug("Requested \(transaction.actions.count) actions")
            }
        }
    }
}

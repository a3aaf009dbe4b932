// SPDX-License-Identifier: MIT

import CallKit

/// What an app's windows want to know of its calls.
@MainActor
protocol ActiveCallManagerDelegate: AnyObject {
    func callManager(_ callManager: ActiveCallManager, changed call: ActiveCall, by change: ActiveCall.Change)
    /// The system did not accept what the user wanted.
    func callManager(_ callManager: ActiveCallManager, refusedWith error: any Error)
}

/// The calls of this app, and what the user wants done to them. Nothing is done here: every wish goes to the system, which
/// may have to make room first, and comes back to the ``ProviderDelegate`` as an action to perform.
@MainActor
final class ActiveCallManager {
    private let controller = CXCallController(queue: .main)
    private(set) var calls: [ActiveCall] = []
    weak var delegate: (any ActiveCallManagerDelegate)?

    // MARK: What the user wants

    func start(_ request: StartCallRequest) {
        let action = CXStartCallAction(call: UUID(), handle: request.handle)
        action.isVideo = request.isVideo
        self.request(action)
    }

    func answer(_ call: ActiveCall) { request(CXAnswerCallAction(call: call.uuid)) }

    /// Hangs up, or declines.
    func end(_ call: ActiveCall) { request(CXEndCallAction(call: call.uuid)) }

    func setHeld(_ call: ActiveCall, to onHold: Bool) { request(CXSetHeldCallAction(call: call.uuid, onHold: onHold)) }

    func setMuted(_ call: ActiveCall, to muted: Bool) { request(CXSetMutedCallAction(call: call.uuid, muted: muted)) }

    /// Holds one call and resumes the other, or neither.
    func swap(_ active: ActiveCall, with held: ActiveCall) {
        request(
            CXSetHeldCallAction(call: active.uuid, onHold: true), CXSetHeldCallAction(call: held.uuid, onHold: false))
    }

    func merge(_ call: ActiveCall, with other: ActiveCall) {
        request(CXSetGroupCallAction(call: call.uuid, callUUIDToGroupWith: other.uuid))
    }

    func makePrivate(_ call: ActiveCall) {
        request(CXSetGroupCallAction(call: call.uuid, callUUIDToGroupWith: nil))
    }

    func play(_ digits: String, in call: ActiveCall) {
        request(CXPlayDTMFCallAction(call: call.uuid, digits: digits, type: .singleTone))
    }

    private func request(_ actions: CXAction...) {
        // Without an error it is accepted, which is not yet done.
        controller.request(CXTransaction(actions: actions)) { [weak self] error in
            guard let error else { return }
            MainActor.assumeIsolated {
                guard let self else { return }
                self.delegate?.callManager(self, refusedWith: error)
            }
        }
    }

    // MARK: What has happened

    func call(_ uuid: UUID) -> ActiveCall? { calls.first { $0.uuid == uuid } }

    func add(_ call: ActiveCall) {
        calls.append(call)
        call.onChange = { [weak self, unowned call] change in
            guard let self else { return }
            self.delegate?.callManager(self, changed: call, by: change)
        }
    }

    /// Says how a call ended, and forgets it.
    func remove(_ call: ActiveCall, _ ending: ActiveCall.Ending) {
        calls.removeAll { $0 === call }
        call.apply(.ended(ending))
    }
}

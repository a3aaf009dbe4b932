// SPDX-License-Identifier: MIT

import CallKit

/// The calls of this app, and the user's requests for them in the words of CallKit. Every request goes to the system,
/// which may have to make room first. It returns to the ``ProviderDelegate`` as an action to perform.
@MainActor
final class ActiveCallManager: ActiveCalls {
    private let controller = CXCallController(queue: .main)

    // MARK: Requests of the user

    func start(_ request: StartCallRequest) {
        let action = CXStartCallAction(call: UUID(), handle: CXHandle(request.handle))
        action.isVideo = request.isVideo
        self.request(action)
    }

    func answer(_ call: ActiveCall) { request(CXAnswerCallAction(call: call.uuid)) }

    /// Hangs up or declines.
    func end(_ call: ActiveCall) { request(CXEndCallAction(call: call.uuid)) }

    func setHeld(_ call: ActiveCall, to onHold: Bool) { request(CXSetHeldCallAction(call: call.uuid, onHold: onHold)) }

    func setMuted(_ call: ActiveCall, to muted: Bool) { request(CXSetMutedCallAction(call: call.uuid, muted: muted)) }

    /// Holds one call and resumes the other; if one fails, neither happens.
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
        // Without an error the request is accepted, but not yet performed.
        controller.request(CXTransaction(actions: actions)) { [weak self] error in
            guard let error else { return }
            MainActor.assumeIsolated {
                guard let self else { return }
                self.delegate?.calls(self, refusedWith: error)
            }
        }
    }
}

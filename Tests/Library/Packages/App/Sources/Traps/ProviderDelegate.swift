// SPDX-License-Identifier: MIT

import AVFoundation
import CallKit
import Intents

// The delegate of the guides: a class that owns its provider, together with the call manager.

final class Call {
    let uuid: UUID
    let isOutgoing: Bool
    var handle: String?
    var isOnHold = false
    var stateDidChange: (() -> Void)?
    var connectedDate: Date? { didSet { stateDidChange?() } }

    init(uuid: UUID, isOutgoing: Bool = false) {
        self.uuid = uuid
        self.isOutgoing = isOutgoing
    }

    func start(completion: ((_ success: Bool) -> Void)?) { completion?(true) }
}

final class ProviderDelegate: NSObject, CXProviderDelegate {
    private(set) var calls: [Call] = []
    private let provider: CXProvider

    override init() {
        provider = CXProvider(configuration: .app)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    func reportIncomingCall(uuid: UUID, handle: String, hasVideo: Bool = false, completion: ((Error?) -> Void)? = nil) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: handle)
        update.hasVideo = hasVideo
        // The app keeps the call only after the system has accepted it, because the call may be blocked.
        provider.reportNewIncomingCall(with: uuid, update: update) { error in
            if error == nil { print("ringing", uuid) }
        }
        completion?(nil)
    }

    func providerDidReset(_ provider: CXProvider) {
        print("Provider did reset")
        calls.removeAll()
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        let call = Call(uuid: action.callUUID, isOutgoing: true)
        call.handle = action.handle.value
        call.stateDidChange = { [weak self, weak call] in
            self?.provider.reportOutgoingCall(with: action.callUUID, connectedAt: call?.connectedDate)
        }
        call.start { success in
            guard success else { return action.fail() }
            action.fulfill()
            self.calls.append(call)
        }
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard calls.contains(where: { $0.uuid == action.callUUID }) else {
            action.fail()
            return
        }
        action.fulfill(withDateConnected: Date())
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        calls.removeAll { $0.uuid == action.callUUID }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        calls.first { $0.uuid == action.callUUID }?.isOnHold = action.isOnHold
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        print("Timed out", #function, action.uuid)
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { print("start audio") }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { print("stop audio") }
}

// SPDX-License-Identifier: MIT

import AVFoundation
import CallKit
import UIKit

class ProviderDelegate: NSObject {
    fileprivate let callManager: SpeakerCallManager
    fileprivate let provider: CXProvider

    init(callManager: SpeakerCallManager) {
        self.callManager = callManager
        provider = CXProvider(configuration: type(of: self).providerConfiguration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    static var providerConfiguration: CXProviderConfiguration {
        let configuration = CXProviderConfiguration(localizedName: "Phone")
        configuration.supportsVideo = true
        configuration.maximumCallsPerCallGroup = 1
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.ringtoneSound = "Ringtone.caf"
        if let icon = UIImage(named: "IconMask") {
            configuration.iconTemplateImageData = icon.pngData()
        }
        return configuration
    }

    func reportIncomingCall(
        uuid: UUID, handle: String, hasVideo: Bool = false, completion: ((Error?) -> Void)? = nil
    ) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: handle)
        update.hasVideo = hasVideo
        provider.reportNewIncomingCall(with: uuid, update: update) { error in
            if error == nil { self.callManager.add(PhoneCall(uuid: uuid, handle: handle)) }
            completion?(error)
        }
    }
}

extension ProviderDelegate: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {
        stopAudio()
        callManager.removeAllCalls()
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard let call = callManager.call(with: action.callUUID) else {
            action.fail()
            return
        }
        configureAudioSession()
        call.answer()
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        guard let call = callManager.call(with: action.callUUID) else {
            action.fail()
            return
        }
        stopAudio()
        call.end()
        action.fulfill()
        callManager.remove(call)
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        guard let call = callManager.call(with: action.callUUID) else {
            action.fail()
            return
        }
        call.state = action.isOnHold ? .held : .active
        action.isOnHold ? stopAudio() : configureAudioSession()
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        let call = PhoneCall(uuid: action.callUUID, outgoing: true, handle: action.handle.value)
        configureAudioSession()
        call.connectedStateChanged = { [weak self, weak call] in
            guard let self = self, let call = call else { return }
            if call.connectedState == .pending {
                self.provider.reportOutgoingCall(with: call.uuid, startedConnectingAt: nil)
            } else if call.connectedState == .complete {
                self.provider.reportOutgoingCall(with: call.uuid, connectedAt: nil)
            }
        }
        call.start { [weak self, weak call] success in
            guard let self = self, let call = call, success else { return action.fail() }
            action.fulfill()
            self.callManager.add(call)
        }
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        startAudio()
    }

    private func startAudio() { print("Starting audio") }
    private func stopAudio() { print("Stopping audio") }

    private func configureAudioSession() {
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(.playAndRecord, mode: .voiceChat, options: [])
        } catch let error {
            print(error.localizedDescription)
        }
    }
}

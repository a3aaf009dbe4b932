// SPDX-License-Identifier: MIT

import AVFoundation
import CallKit
import UIKit
import os

protocol CallKitManagerDelegate: AnyObject {
    func callKitManager(_ manager: CallKitManager, didAnswer uuid: UUID)
    func callKitManager(_ manager: CallKitManager, didEnd uuid: UUID)
    func callKitManager(_ manager: CallKitManager, didMute uuid: UUID, muted: Bool)
}

/// A singleton, as many apps and plugins have it.
final class CallKitManager: NSObject {
    static let shared = CallKitManager()

    weak var delegate: CallKitManagerDelegate?
    private(set) var currentCall: UUID?
    private var timeoutTimer: Timer?

    private lazy var provider: CXProvider = {
        let configuration: CXProviderConfiguration
        if #available(iOS 14.0, *) {
            configuration = CXProviderConfiguration()
        } else {
            configuration = CXProviderConfiguration(localizedName: "Phone")
        }
        configuration.supportsVideo = false
        configuration.maximumCallGroups = 1
        configuration.supportedHandleTypes = [.generic, .phoneNumber]
        configuration.iconTemplateImageData = UIImage(named: "CallKitIcon")?.pngData()
        let provider = CXProvider(configuration: configuration)
        provider.setDelegate(self, queue: DispatchQueue.main)
        return provider
    }()

    private let controller = CXCallController()

    func reportIncoming(name: String, handle: String, completion: @escaping (Result<UUID, Error>) -> Void) {
        let uuid = UUID()
        let update = CXCallUpdate()
        update.localizedCallerName = name
        update.remoteHandle = CXHandle(type: .generic, value: handle)
        update.hasVideo = false
        provider.reportNewIncomingCall(with: uuid, update: update) { [weak self] error in
            if let nsError = error as NSError? {
                os_log("Refused: %{public}@ %ld", type: .error, nsError.domain, nsError.code)
                completion(.failure(nsError))
                return
            }
            self?.currentCall = uuid
            self?.startTimeout()
            completion(.success(uuid))
        }
    }

    private func startTimeout() {
        timeoutTimer?.invalidate()
        timeoutTimer = Timer.scheduledTimer(withTimeInterval: 45, repeats: false) { [weak self] _ in
            guard let self = self, let call = self.currentCall else { return }
            self.provider.reportCall(with: call, endedAt: Date(), reason: .unanswered)
        }
    }

    func hangUp() {
        guard let call = currentCall else { return }
        controller.request(CXTransaction(action: CXEndCallAction(call: call))) { [weak self] error in
            guard error != nil else { return }
            self?.provider.reportCall(with: call, endedAt: nil, reason: .failed)
        }
    }
}

extension CallKitManager: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { currentCall = nil }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        timeoutTimer?.invalidate()
        delegate?.callKitManager(self, didAnswer: action.callUUID)
        action.fulfill(withDateConnected: Date())
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        delegate?.callKitManager(self, didEnd: action.callUUID)
        currentCall = nil
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        delegate?.callKitManager(self, didMute: action.callUUID, muted: action.isMuted)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        os_log("Timed out: %@", type: .fault, action)
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        UIApplication.shared.isIdleTimerDisabled = true
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        UIApplication.shared.isIdleTimerDisabled = false
    }
}

// SPDX-License-Identifier: MIT

import CallKit

/// The app's link to the system: it performs the system's actions, and reports the events of the other side to the
/// system.
///
/// Each action has one handler, whether the user requested it in this app, with a headset or in the desktop's panel.
@MainActor
class ProviderDelegate: NSObject, @preconcurrency CXProviderDelegate {
    let callManager: ActiveCallManager
    let network: any CallNetwork
    let audio: SilentAudio
    /// Gets the activities that the user began elsewhere.
    weak var app: AppDelegate?
    private let provider: CXProvider

    /// The abilities of this app, and its name for people.
    static func configuration(named name: String) -> CXProviderConfiguration {
        let configuration = CXProviderConfiguration(localizedName: name)
        configuration.supportsVideo = true
        configuration.supportedHandleTypes = [.generic, .phoneNumber, .emailAddress]
        return configuration
    }

    init(
        callManager: ActiveCallManager, network: any CallNetwork, audio: SilentAudio,
        configuration: CXProviderConfiguration
    ) {
        self.callManager = callManager
        self.network = network
        self.audio = audio
        provider = CXProvider(configuration: configuration)
        super.init()
        network.delegate = self
        provider.setDelegate(self, queue: nil)
    }

    // MARK: The provider

    func providerDidBegin(_ provider: CXProvider) {}

    /// Every call has ended, and no action may be fulfilled any more.
    func providerDidReset(_ provider: CXProvider) {
        audio.stop()
        for call in callManager.calls {
            network.hangUp(call.uuid)
            callManager.remove(call, .remote(.failed))
        }
    }

    /// Returns false, so that the system delivers the actions one by one.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }

    /// Continues an activity that the user began elsewhere. Apple's systems call the application delegate; on Linux,
    /// where not every app has one, the library calls this method. It must be in the class that conforms to
    /// `CXProviderDelegate`: the library does not find it in a subclass.
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        if app?.application(continue: userActivity) != true { Output.say("error", "the activity is not a call") }
    }

    // MARK: Actions

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        let party = Party(action.handle)
        let call = ActiveCall(
            uuid: action.callUUID, handle: party, isOutgoing: true, hasVideo: action.isVideo)
        callManager.add(call)
        call.apply(.started)
        audio.configure()
        network.invite(party, to: action.callUUID, video: action.isVideo)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard let call = callManager.call(action.callUUID) else { return action.fail() }
        audio.configure()
        network.accept(call.uuid)
        call.apply(.answered)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        guard let call = callManager.call(action.callUUID) else { return action.fail() }
        network.hangUp(call.uuid)
        callManager.remove(call, .local)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        guard let call = callManager.call(action.callUUID) else { return action.fail() }
        call.apply(action.isOnHold ? .held : .resumed)
        // Fulfil at once: another call may wait for the microphone.
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        guard let call = callManager.call(action.callUUID) else { return action.fail() }
        call.apply(action.isMuted ? .muted : .unmuted)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        guard let call = callManager.call(action.callUUID) else { return action.fail() }
        if let other = action.callUUIDToGroupWith { call.apply(.joined(other)) } else { call.apply(.leftGroup) }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        guard let call = callManager.call(action.callUUID) else { return action.fail() }
        network.play(action.digits, in: call.uuid)
        call.apply(.played(action.digits))
        action.fulfill()
    }

    /// The action has failed because it took too long. A call that did not start, answer or end in time is over. An
    /// answer without an origin was not delivered, because another app did not hold its call: the call rings on.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        switch action {
        case is CXAnswerCallAction where action.origin == nil: break
        case is CXStartCallAction, is CXAnswerCallAction, is CXEndCallAction: abandon(action)
        default: break
        }
    }

    /// Ends the call of an action here, because the system has ended it.
    func abandon(_ action: CXAction) {
        guard let action = action as? CXCallAction, let call = callManager.call(action.callUUID) else { return }
        network.hangUp(call.uuid)
        callManager.remove(call, .remote(.failed))
    }

    // MARK: Audio

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { audio.start() }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { audio.stop() }
}

/// Reports the events of the other side to the system.
extension ProviderDelegate: CallNetworkDelegate {
    func networkReceivedInvitation(to uuid: UUID, from handle: Party, name: String?, video: Bool) {
        let call = ActiveCall(uuid: uuid, handle: handle, name: name, isOutgoing: false, hasVideo: video)
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(handle)
        update.localizedCallerName = name
        update.hasVideo = video
        callManager.add(call)
        provider.reportNewIncomingCall(with: uuid, update: update) { [weak self] error in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.callManager.reported(call, error, to: self.network)
            }
        }
    }

    func networkStartedConnecting(_ uuid: UUID) {
        guard let call = callManager.call(uuid) else { return }
        provider.reportOutgoingCall(with: uuid, startedConnectingAt: nil)
        call.apply(.connecting)
    }

    func networkConnected(_ uuid: UUID) {
        guard let call = callManager.call(uuid) else { return }
        provider.reportOutgoingCall(with: uuid, connectedAt: nil)
        call.apply(.connected)
    }

    func networkReceived(_ digits: String, in uuid: UUID) { callManager.call(uuid)?.apply(.heard(digits)) }

    func networkEnded(_ uuid: UUID, because reason: ActiveCall.EndReason) {
        guard let call = callManager.call(uuid) else { return }
        provider.reportCall(with: uuid, endedAt: nil, reason: CXCallEndedReason(reason))
        callManager.remove(call, .remote(reason))
    }
}

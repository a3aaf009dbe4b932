// SPDX-License-Identifier: MIT

import AVFAudio
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// The parts of AVAudioSession that calls need, without a bus.
@Suite(.serialized)
struct AudioSession {
    let session = AVAudioSession.sharedInstance()

    init() { noBus }

    @Test func `what it is for`() throws {
        try session.setCategory(.soloAmbient)
        try session.setCategory(.playAndRecord, options: [.mixWithOthers])
        try session.setCategory(.playAndRecord, mode: .videoChat)
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetooth, .defaultToSpeaker])
        #expect(session.categoryOptions == [.allowBluetoothHFP, .defaultToSpeaker])
        try session.setCategory(.playAndRecord, mode: .default, policy: .longFormAudio, options: [])
        #expect(session.routeSharingPolicy == .longFormAudio)
        try session.setMode(.voiceChat)
        #expect(session.category == .playAndRecord)
        #expect(session.mode == .voiceChat)
    }

    @Test func `it can be activated`() async throws {
        try session.setActive(true)
        try session.setActive(true, options: [])
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        #expect(try await session.activate())
        session.activate(options: AVAudioSessionActivationOptions(rawValue: 0)) { activated, error in
            print(activated, error ?? "")
        }
        #expect(!session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
    }

    @Test func `where sound goes`() throws {
        let route: AVAudioSessionRouteDescription = session.currentRoute
        let ports: [AVAudioSessionPortDescription] = route.inputs + route.outputs
        #expect(route.description.contains("outputs") && ports.allSatisfy { !$0.description.isEmpty })
        #expect(ports.map(\.portType.rawValue) + ports.map(\.portName) + ports.map(\.uid) == [])
        #expect(session.availableInputs?.isEmpty != false)
        #expect(session.preferredInput == nil)
        try session.setPreferredInput(nil)
        #expect(switchToSpeaker(true)?.code == AVAudioSession.ErrorCode.resourceNotAvailable.rawValue)
        #expect(session.isInputAvailable)
    }

    @Test func `numbers`() throws {
        try session.setPreferredSampleRate(44_100)
        #expect(session.preferredSampleRate == 44_100)
        try session.setPreferredIOBufferDuration(0.005)
        #expect(session.preferredIOBufferDuration == 0.005)
        try session.setPreferredInputNumberOfChannels(1)
        #expect(session.preferredInputNumberOfChannels == 1)
        try session.setPreferredOutputNumberOfChannels(2)
        #expect(session.preferredOutputNumberOfChannels == 2)
        #expect(session.sampleRate > 0 && session.ioBufferDuration > 0)
        #expect(session.inputNumberOfChannels > 0 && session.outputNumberOfChannels > 0)
        #expect((0...1).contains(session.outputVolume))
        #expect(session.inputLatency >= 0 && session.outputLatency >= 0)
    }

    @Test func `the microphone may be used`() async {
        #expect(session.recordPermission == .granted)
        #expect(AVAudioApplication.shared.recordPermission == .granted)
        #expect(await session.requestRecordPermission())
        #expect(await AVAudioApplication.requestRecordPermission())
        let asked = await withCheckedContinuation { continuation in
            askForTheMicrophone { continuation.resume(returning: $0) }
        }
        #expect(asked)
        let askedAsBefore = await withCheckedContinuation { continuation in
            AVAudioSession.sharedInstance().requestRecordPermission { continuation.resume(returning: $0) }
        }
        #expect(askedAsBefore)
        let permissions: [AVAudioSession.RecordPermission] = [.undetermined, .denied, .granted]
        #expect(permissions.map(\.rawValue).map(UInt32.init).map(fourLetters) == ["undt", "deny", "grnt"])
    }

    @Test func `categories, modes and ports have names`() {
        let categories: [AVAudioSession.Category] = [
            .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
        ]
        #expect(Set(categories.map(\.rawValue)).count == 6)
        let modes: [AVAudioSession.Mode] = [
            .default, .voiceChat, .videoChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .spokenAudio,
            .voicePrompt,
        ]
        #expect(Set(modes.map(\.rawValue)).count == 9)
        let ports: [AVAudioSession.Port] = [
            .lineIn, .builtInMic, .headsetMic, .lineOut, .headphones, .bluetoothA2DP, .builtInReceiver,
            .builtInSpeaker, .HDMI, .airPlay, .bluetoothLE, .bluetoothHFP, .usbAudio, .carAudio,
        ]
        #expect(Set(ports.map(\.rawValue)).count == 14)
    }

    @Test func `options have bits`() {
        let options: [AVAudioSession.CategoryOptions] = [
            .mixWithOthers, .duckOthers, .allowBluetooth, .allowBluetoothHFP, .defaultToSpeaker,
            .interruptSpokenAudioAndMixWithOthers, .allowBluetoothA2DP, .allowAirPlay,
            .overrideMutedMicrophoneInterruption,
        ]
        #expect(options.map(\.rawValue) == [1, 2, 4, 4, 8, 17, 0x20, 0x40, 0x80])
        #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
        #expect(AVAudioSession.InterruptionOptions.shouldResume.rawValue == 1)
    }

    @Test func `enumerations have numbers`() {
        let overrides: [AVAudioSession.PortOverride] = [.none, .speaker]
        #expect(overrides.map(\.rawValue) == [0, 0x7370_6b72])
        let reasons: [AVAudioSession.RouteChangeReason] = [
            .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .categoryChange, .override, .wakeFromSleep,
            .noSuitableRouteForCategory, .routeConfigurationChange,
        ]
        #expect(reasons.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
        let ends: [AVAudioSession.InterruptionType] = [.ended, .began]
        #expect(ends.map(\.rawValue) == [0, 1])
        let policies: [AVAudioSession.RouteSharingPolicy] = [.default, .longFormAudio, .independent, .longFormVideo]
        #expect(policies.map(\.rawValue) == [0, 1, 2, 3])
        let interruptions: [AVAudioSession.InterruptionReason] = [
            .default, .appWasSuspended, .builtInMicMuted, .routeDisconnected,
        ]
        #expect(interruptions.first?.rawValue == 0)
        let hints: [AVAudioSession.SilenceSecondaryAudioHintType] = [.end, .begin]
        #expect(hints.map(\.rawValue) == [0, 1])
        let codes: [AVAudioSession.ErrorCode] = [
            .insufficientPriority, .isBusy, .cannotInterruptOthers, .cannotStartRecording, .missingEntitlement,
            .mediaServicesFailed, .incompatibleCategory, .siriIsRecording, .cannotStartPlaying, .resourceNotAvailable,
            .unspecified, .expiredSession, .sessionNotActive,
        ]
        let letters = [
            "!pri", "!act", "!int", "!rec", "ent?", "msrv", "!cat", "siri", "!pla", "!res", "what", "!ses", "inac",
        ]
        #expect(codes.map { fourLetters(UInt32($0.rawValue)) } == letters)
        let numbers: [AVAudioSession.ErrorCode] = [.none, .badParam]
        #expect(numbers.map(\.rawValue) == [0, -50])
        #expect(AVAudioSession.ErrorCode.insufficientPriority.rawValue == 561_017_449)
    }

    @Test func `notifications`() {
        let names: [Notification.Name] = [
            AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
            AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification,
            AVAudioSession.silenceSecondaryAudioHintNotification,
        ]
        let older: [NSNotification.Name] = [
            .AVAudioSessionInterruption, .AVAudioSessionRouteChange, .AVAudioSessionMediaServicesWereLost,
            .AVAudioSessionMediaServicesWereReset, .AVAudioSessionSilenceSecondaryAudioHint,
        ]
        #expect(names == older)
        let keys = [
            AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey,
            AVAudioSessionInterruptionReasonKey, AVAudioSessionRouteChangeReasonKey,
            AVAudioSessionRouteChangePreviousRouteKey, AVAudioSessionSilenceSecondaryAudioHintTypeKey,
        ]
        #expect(Set(keys).count == 6)
        let observer = AudioObserver()
        observer.start()
        #expect(!observer.isSpeaker)
        #expect(observer.headset == nil)
        observer.stop()
    }

    @Test func `a session that is a mock`() throws {
        let session: AVAudioSession = MockSession()
        try session.setActive(true)
        #expect((session as? MockSession)?.isActive == true)
        #expect(session.category == .playback)
    }

    /// A code as its four letters.
    private func fourLetters(_ code: UInt32) -> String {
        String(decoding: withUnsafeBytes(of: code.bigEndian) { Array($0) }, as: UTF8.self)
    }
}

final class MockSession: AVAudioSession, @unchecked Sendable {
    var isActive = false

    override var category: AVAudioSession.Category { .playback }
    override func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions = []) throws { isActive = active }
}

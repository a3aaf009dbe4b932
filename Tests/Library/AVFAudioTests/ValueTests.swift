// SPDX-License-Identifier: MIT

import AVFAudio
import BusTesting
import Foundation
import Testing

/// The values that apps store, send and compare are Apple's.
struct ValueTests {
    @Test func `Numbers and names are Apple's`() {
        #expect(AVAudioSession.Category.playAndRecord.rawValue == "AVAudioSessionCategoryPlayAndRecord")
        #expect(AVAudioSession.Mode.voiceChat.rawValue == "AVAudioSessionModeVoiceChat")
        let options: AVAudioSession.CategoryOptions = [
            .mixWithOthers, .duckOthers, .allowBluetooth, .defaultToSpeaker, .interruptSpokenAudioAndMixWithOthers,
            .allowBluetoothA2DP, .allowAirPlay, .overrideMutedMicrophoneInterruption,
        ]
        #expect(options.rawValue == 0xFF)
        #expect(AVAudioSession.CategoryOptions.allowBluetooth == .allowBluetoothHFP)
        #expect(AVAudioSession.PortOverride.speaker.rawValue == 0x7370_6b72)
        #expect(AVAudioSession.RouteChangeReason.routeConfigurationChange.rawValue == 8)
        #expect(AVAudioSession.ErrorCode.insufficientPriority.rawValue == 561_017_449)
        #expect(AVAudioSession.ErrorCode.isBusy.rawValue == 560_030_580)
        #expect(AVAudioSession.ErrorCode.cannotInterruptOthers.rawValue == 560_557_684)
        #expect(AVAudioSession.ErrorCode.cannotStartRecording.rawValue == 561_145_187)
        #expect(AVAudioSession.ErrorCode.missingEntitlement.rawValue == 1_701_737_535)
        #expect(AVAudioSession.RecordPermission.granted.rawValue == 1_735_552_628)
    }

    @Test func `The session stores the app's preferences`() async throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord)
        #expect(session.categoryOptions == [])
        try session.setCategory(.playAndRecord, options: [.allowBluetooth, .defaultToSpeaker])
        try session.setCategory(.playAndRecord, mode: .voiceChat, policy: .default, options: .allowBluetoothHFP)
        try session.setMode(.videoChat)
        #expect((session.category, session.mode) == (.playAndRecord, .videoChat))
        #expect((session.categoryOptions, session.routeSharingPolicy) == (.allowBluetoothHFP, .default))
        try session.setPreferredSampleRate(44_100)
        try session.setPreferredIOBufferDuration(0.005)
        try session.setPreferredInputNumberOfChannels(1)
        try session.setPreferredOutputNumberOfChannels(1)
        #expect((session.sampleRate, session.ioBufferDuration) == (44_100, 0.005))
        #expect(session.recordPermission == .granted && AVAudioApplication.shared.recordPermission == .granted)
        #expect(await AVAudioApplication.requestRecordPermission())
        #expect(
            await withCheckedContinuation { answer in session.requestRecordPermission { answer.resume(returning: $0) } }
        )
    }

    @Test func `An app that only configures its session does not connect to the bus`() throws {
        let app = try AudioApp(hasService: false)
        let client = try BusClient(address: app.stage.bus.address)
        try app.tell("category playAndRecord", "deactivate")
        #expect(try client.connections(of: app.processID).isEmpty)
        try app.tell("route")
        #expect(try !client.connections(of: app.processID).isEmpty)
    }
}

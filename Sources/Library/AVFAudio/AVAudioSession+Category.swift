// SPDX-License-Identifier: MIT

import Dispatch

extension AVAudioSession {
    /// An app's use of audio. On Linux it only matters whether the app records; see ``setActive(_:options:)``.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The name on Apple's systems.
        public let rawValue: String
        /// The category of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Playback that the app does not depend on; it mixes with other apps.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Playback that the app does not depend on; other apps are silenced. The default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Playback that is the purpose of the app.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording only.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Recording and playback, as in a call.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Several streams on several devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

        /// Whether it needs the microphone, which a call may use.
        var records: Bool { self == .record || self == .playAndRecord }
        /// Whether it can have inputs.
        var hasInput: Bool { records || self == .multiRoute }
    }

    /// The purpose of the category. On Linux it is only stored.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The name on Apple's systems.
        public let rawValue: String
        /// The mode of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No particular purpose.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A call.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A video call.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Chat in a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Recording a video.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Measurement of sound.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playback of a film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech that pauses for other speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Voice prompts.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// How the session behaves toward other apps' audio. On Linux it is only stored: the shell ducks, pauses and
    /// routes.
    public struct CategoryOptions: OptionSet, Sendable {
        /// The bits on Apple's systems.
        public let rawValue: UInt
        /// The options with those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Other apps continue to play.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Other apps continue to play, but softly.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Allows hands-free devices; the older name.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Allows hands-free devices.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// Prefers the speaker to the earpiece.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Pauses other apps that speak; the rest continues to play.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Allows Bluetooth devices that only play.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Allows AirPlay devices.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A microphone that is muted in hardware does not interrupt the session.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// The output that long content goes to. On Linux it is only stored.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// The output of all apps.
        case `default` = 0
        /// Long audio.
        case longFormAudio = 1
        /// The user chooses with the system's controls.
        case independent = 2
        /// Long video.
        case longFormVideo = 3
    }

    /// Options of activation and deactivation.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The bits on Apple's systems.
        public let rawValue: UInt
        /// The options with those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Tells other apps that they may resume. Without effect on Linux: the shell resumes players after calls.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Whether the app may use the microphone.
    public enum RecordPermission: UInt, Sendable {
        /// The user was not asked yet. Never on Linux.
        case undetermined = 0x756e_6474
        /// The user refused. Never on Linux.
        case denied = 0x6465_6e79
        /// The app may record. Always on Linux.
        case granted = 0x6772_6e74
    }
}

/// Options of ``AVAudioSession/activate(options:completionHandler:)``. There are none yet.
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
    /// The bits on Apple's systems.
    public let rawValue: UInt
    /// The options with those bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension AVAudioSession {
    /// Activates the session as ``setActive(_:options:)`` does, and calls `handler` on a background queue.
    public func activate(
        options: AVAudioSessionActivationOptions = [],
        completionHandler handler: @escaping @Sendable (_ activated: Bool, _ error: (any Error)?) -> Void
    ) {
        DispatchQueue.global().async { [self] in
            do {
                try setActive(true)
                handler(true, nil)
            } catch {
                handler(false, error)
            }
        }
    }

    /// Activates the session as ``setActive(_:options:)`` does, without blocking. Returns true or throws.
    public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            activate(options: options) { activated, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: activated) }
            }
        }
    }

    /// Returns true; see ``recordPermission-swift.property``.
    public func requestRecordPermission() async -> Bool { true }
}

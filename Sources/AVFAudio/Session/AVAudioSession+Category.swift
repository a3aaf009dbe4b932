// SPDX-License-Identifier: MIT

extension AVAudioSession {
    /// What an app does with audio. Only whether it records matters on Linux: see ``setActive(_:options:)``.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// The category of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sounds that the app can do without, beside those of others.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sounds that the app can do without, alone. What a session begins with.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sounds that the app is for.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Records only.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Records and plays, as calls do.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Several streams to several devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

        /// Whether it needs the microphone that a call may have.
        var records: Bool { self == .record || self == .playAndRecord }
        /// Whether it can have inputs.
        var hasInput: Bool { records || self == .multiRoute }
    }

    /// What the category is used for. Only noted on Linux.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// The mode of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing in particular.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A call.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A video call.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// A game's chat.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Recording a video.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Measuring sound.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playing a film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech that pauses for other speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Prompts by voice.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// How the session gets along with others. Only noted on Linux, where the shell ducks, pauses and routes.
    public struct CategoryOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Others play on.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Others play on softly.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Hands-free devices; the older name.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Hands-free devices.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// The speaker rather than the earpiece.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Others that speak are paused, the rest plays on.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Bluetooth devices that only play.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// AirPlay devices.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A microphone that is muted in hardware interrupts nothing.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// Which output long content goes to. Only noted on Linux.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// As everybody.
        case `default` = 0
        /// Long audio.
        case longFormAudio = 1
        /// Chosen by the system's own means.
        case independent = 2
        /// Long video.
        case longFormVideo = 3
    }

    /// How a session is activated or deactivated.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Others may go on. Without effect on Linux: the shell lets players go on after calls.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Whether the app may use the microphone.
    public enum RecordPermission: UInt, Sendable {
        /// The user was not asked.
        case undetermined = 0x756e_6474
        /// The user does not want it.
        case denied = 0x6465_6e79
        /// It may. What Linux always says.
        case granted = 0x6772_6e74
    }
}

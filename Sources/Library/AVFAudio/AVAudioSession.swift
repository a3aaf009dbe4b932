// SPDX-License-Identifier: MIT

package import CallClient
internal import CallInterface
// `import AVFAudio` and `import AVFoundation` bring Foundation along, as on Apple's systems.
@_exported public import Foundation
internal import SDBus

/// The audio session of the app: its use of audio, whether it may use it now, and the route of the sound.
///
/// On Linux the app plays and records directly with the sound server. The session only knows the facts of the call
/// service: the app whose call has the audio, and the shell's route. Each member that would need other facts says so.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private static let shared = AVAudioSession()
    private let core = SessionCore.shared

    /// The only instance.
    open class func sharedInstance() -> AVAudioSession { shared }

    // MARK: Use

    /// The app's use of audio.
    open var category: Category { core.settings.category }
    /// The purpose of that use.
    open var mode: Mode { core.settings.mode }
    /// How the session behaves toward other apps' audio.
    open var categoryOptions: CategoryOptions { core.settings.options }
    /// The output that long content goes to.
    open var routeSharingPolicy: RouteSharingPolicy { core.settings.policy }

    /// Sets the category, without options; the mode stays. Never fails on Linux, and never changes the route.
    open func setCategory(_ category: Category) throws { try setCategory(category, options: []) }

    /// Sets category and options; the mode stays. Never fails on Linux.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, options: options)
    }

    /// Sets category, mode and options. Never fails on Linux.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets category, mode, policy and options. Never fails on Linux.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        core.update { ($0.category, $0.mode, $0.policy, $0.options) = (category, mode, policy, options) }
    }

    /// Sets the mode. Never fails on Linux.
    open func setMode(_ mode: Mode) throws { core.update { $0.mode = mode } }

    // MARK: Activation

    /// Activates or deactivates the session. Waits for the service, at most a second.
    ///
    /// Activating `record` or `playAndRecord` fails with ``ErrorCode/insufficientPriority`` while another app's call
    /// has the audio; the message names that app if this app may know it. Every other category can be activated, but
    /// must not record during that call. Without a service, no call has the audio. The app's own calls activate and
    /// deactivate the session.
    ///
    /// Deactivation never fails, because the session does not know whether the app plays.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        if active { try core.activate() } else { core.deactivate() }
    }

    /// Always granted: Linux does not ask the user. If a sandbox forbids recording, opening the device fails.
    open var recordPermission: RecordPermission { .granted }

    /// Calls `response` with true, on a background queue; see ``recordPermission-swift.property``.
    open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { response(true) }
    }

    /// Whether another app's call has the audio. The session does not know about music and other playback.
    open var isOtherAudioPlaying: Bool { core.board.current.owner.isOther }
    /// Whether another app's call has the audio.
    open var secondaryAudioShouldBeSilencedHint: Bool { core.board.current.owner.isOther }

    // MARK: Routes

    /// The route of calls as the shell reports it; empty without a shell. The first read waits for the service, at most
    /// a second.
    open var currentRoute: AVAudioSessionRouteDescription { core.route }
    /// The microphones of the available routes; empty without a shell, and for a category without input.
    open var availableInputs: [AVAudioSessionPortDescription]? { core.inputs }
    /// The input that ``setPreferredInput(_:)`` last set.
    open var preferredInput: AVAudioSessionPortDescription? { core.settings.input }

    /// Asks the shell for the route of that microphone, which changes the output too; nil = the shell chooses. Fails
    /// with ``ErrorCode/badParam`` if the microphone is not available. When the shell has changed the route, a
    /// notification is posted.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws { try core.prefer(inPort) }

    /// Asks the shell for the speaker, or for the previous route. Fails with ``ErrorCode/resourceNotAvailable`` without
    /// a speaker or a shell, and with ``ErrorCode/missingEntitlement`` in a sandbox. When the shell has changed the
    /// route, a notification is posted. Unlike on Apple's systems, setting the category does not undo the override.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        switch portOverride {
        case .speaker: try core.speak()
        case .none: try core.beQuiet()
        }
    }

    /// Always true. The session does not know the devices, and an app that reads false would not call.
    open var isInputAvailable: Bool { true }

    // MARK: Numbers

    /// In hertz: the app's preference, or 48,000. The rate of the device is not known; the sound server converts.
    open var sampleRate: Double { core.settings.sampleRate == 0 ? 48_000 : core.settings.sampleRate }
    /// In hertz; 0 = no preference.
    open var preferredSampleRate: Double { core.settings.sampleRate }
    /// Stores the preference. Never fails on Linux.
    open func setPreferredSampleRate(_ sampleRate: Double) throws { core.update { $0.sampleRate = sampleRate } }

    /// In seconds: the app's preference, or 0.02. The duration of the device is not known.
    open var ioBufferDuration: TimeInterval {
        core.settings.ioBufferDuration == 0 ? 0.02 : core.settings.ioBufferDuration
    }
    /// In seconds; 0 = no preference.
    open var preferredIOBufferDuration: TimeInterval { core.settings.ioBufferDuration }
    /// Stores the preference. Never fails on Linux.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        core.update { $0.ioBufferDuration = duration }
    }

    /// The app's preference, or 1. The channels of the device are not known.
    open var inputNumberOfChannels: Int { max(1, core.settings.inputChannels) }
    /// 0 = no preference.
    open var preferredInputNumberOfChannels: Int { core.settings.inputChannels }
    /// Stores the preference. Never fails on Linux.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws { core.update { $0.inputChannels = count } }

    /// The app's preference, or 2. The channels of the device are not known.
    open var outputNumberOfChannels: Int { core.settings.outputChannels == 0 ? 2 : core.settings.outputChannels }
    /// 0 = no preference.
    open var preferredOutputNumberOfChannels: Int { core.settings.outputChannels }
    /// Stores the preference. Never fails on Linux.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws { core.update { $0.outputChannels = count } }

    /// Always 1: only the sound server knows the volume.
    open var outputVolume: Float { 1 }
    /// In seconds. Always 0: the latency is not known.
    open var inputLatency: TimeInterval { 0 }
    /// In seconds. Always 0: the latency is not known.
    open var outputLatency: TimeInterval { 0 }
}

extension AVAudioSession {
    /// The session is active while a call of the app has the audio. Called on the service thread, before the delegate.
    package static func follow(_ news: ProviderNews) {
        switch news {
        case .didActivate: SessionCore.shared.callDidActivate()
        case .didDeactivate: SessionCore.shared.callDidDeactivate()
        case .didBegin, .perform, .refused, .timedOut, .vanished, .callChanged, .startCallRequested: break
        }
    }
}

extension AVAudioSession {
    /// The codes of the errors that a session throws, which are `NSError`s of `NSOSStatusErrorDomain`. Their
    /// `localizedDescription` says what is wrong, then what to do.
    ///
    /// ```swift
    /// catch let error as NSError where error.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue { … }
    /// ```
    public enum ErrorCode: Int, Sendable {
        /// No error.
        case none = 0
        /// Never on Linux.
        case mediaServicesFailed = 0x6d73_7276
        /// Never on Linux: the session does not know about playback.
        case isBusy = 0x2161_6374
        /// Never on Linux.
        case incompatibleCategory = 0x2163_6174
        /// Never on Linux.
        case cannotInterruptOthers = 0x2169_6e74
        /// The app may not choose the route, because it is in a sandbox.
        case missingEntitlement = 0x656e_743f
        /// Never on Linux.
        case siriIsRecording = 0x7369_7269
        /// Never on Linux.
        case cannotStartPlaying = 0x2170_6c61
        /// Never on Linux.
        case cannotStartRecording = 0x2172_6563
        /// The device does not exist or is not available.
        case badParam = -50
        /// Another app's call has the audio.
        case insufficientPriority = 0x2170_7269
        /// There is no such device, or no shell to switch to it.
        case resourceNotAvailable = 0x2172_6573
        /// The cause is not known.
        case unspecified = 0x7768_6174
        /// Never on Linux.
        case expiredSession = 0x2173_6573
        /// Never on Linux.
        case sessionNotActive = 0x696e_6163

        /// An `NSError`, as on Apple's systems: `catch let error as NSError` works on Linux only with one.
        func error(_ message: String) -> NSError {
            NSError(osStatus: rawValue, message)
        }
    }
}

extension NSError {
    /// An error of the audio system as on Apple's systems.
    convenience init(osStatus: Int, _ message: String) {
        self.init(domain: NSOSStatusErrorDomain, code: osStatus, userInfo: [NSLocalizedDescriptionKey: message])
    }
}

extension BusError {
    /// The service's refusal as a session throws it.
    var audioSessionError: NSError {
        let code: AVAudioSession.ErrorCode =
            switch name {
            case CallManagerName.errorPrefix + "NoShell": .resourceNotAvailable
            case StandardErrorName.accessDenied: .missingEntitlement
            case StandardErrorName.invalidArgs: .badParam
            default: .unspecified
            }
        return code.error(message)
    }
}

/// The app's permission to record.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    private static let one = AVAudioApplication()

    /// The only instance.
    open class var shared: AVAudioApplication { one }

    /// Whether the app may use the microphone.
    public enum recordPermission: Int, Sendable {
        /// The user was not asked yet. Never on Linux.
        case undetermined = 0x756e_6474
        /// The user refused. Never on Linux.
        case denied = 0x6465_6e79
        /// The app may record. Always on Linux.
        case granted = 0x6772_6e74
    }

    /// Always granted: Linux does not ask the user. If a sandbox forbids recording, opening the device fails.
    open var recordPermission: recordPermission { .granted }

    /// Calls `response` with true, on a background queue; see ``recordPermission-swift.property``.
    open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { response(true) }
    }

    /// Returns true; see ``recordPermission-swift.property``.
    open class func requestRecordPermission() async -> Bool { true }
}

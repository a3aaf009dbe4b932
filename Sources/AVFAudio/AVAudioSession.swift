// SPDX-License-Identifier: MIT

public import Foundation

/// The audio session of the app: what it wants to do with audio, whether it may now, and where the sound goes.
///
/// On Linux the app plays and records by itself, with the sound server's means. What the session knows is what the call
/// service knows: whose call has the audio, and where the shell routes calls. Where it cannot know something, its
/// description says so.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private static let shared = AVAudioSession()
    private let core = SessionCore.shared

    /// The one there is.
    open class func sharedInstance() -> AVAudioSession { shared }

    // MARK: What it is for

    /// What the app does with audio.
    open var category: Category { core.settings.category }
    /// What it uses that for.
    open var mode: Mode { core.settings.mode }
    /// How it gets along with others.
    open var categoryOptions: CategoryOptions { core.settings.options }
    /// Which output long content goes to.
    open var routeSharingPolicy: RouteSharingPolicy { core.settings.policy }

    /// Sets the category, with no options; the mode stays. Never fails on Linux, and leaves the route alone.
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

    // MARK: Whether it may

    /// Activates or deactivates the session. Waits for the service, at most a second.
    ///
    /// `record` and `playAndRecord` fail with ``ErrorCode/insufficientPriority`` while another app's call has the audio; the
    /// message names the app, if this one may know it. Every other category may be activated, and must not record then.
    /// Without a service nobody has the audio. The app's own calls activate and deactivate the session by themselves.
    ///
    /// Deactivation never fails: what the app plays is not known.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        if active { try core.activate() } else { core.deactivate() }
    }

    /// Always granted: Linux asks no user, and a sandbox's own rules show when the device is opened.
    open var recordPermission: RecordPermission { .granted }

    /// Says true, on a queue of its own; see ``recordPermission-swift.property``.
    open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { response(true) }
    }

    /// Whether another app's call has the audio. Music and the like are not known.
    open var isOtherAudioPlaying: Bool { core.board.current.owner.isOther }
    /// Whether another app's call has the audio.
    open var secondaryAudioShouldBeSilencedHint: Bool { core.board.current.owner.isOther }

    // MARK: Where sound goes

    /// Where calls go now, as the shell says; empty where nobody says. The first time it waits for the service, at most a
    /// second.
    open var currentRoute: AVAudioSessionRouteDescription { core.route }
    /// The microphones of the routes there are; none for a category that has no input, or where no shell says.
    open var availableInputs: [AVAudioSessionPortDescription]? { core.inputs }
    /// What ``setPreferredInput(_:)`` has set last.
    open var preferredInput: AVAudioSessionPortDescription? { core.settings.input }

    /// Asks the shell for the route of that microphone, also for its output; nil = whatever the shell likes. Fails with
    /// ``ErrorCode/badParam`` for one that is not there. A change of the route is posted when the shell has done it.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws { try core.prefer(inPort) }

    /// Asks the shell for the speaker, or for what was there before. Fails with ``ErrorCode/resourceNotAvailable`` where
    /// there is none or no shell, and with ``ErrorCode/missingEntitlement`` in a sandbox. A change of the route is posted
    /// when the shell has done it. Unlike on Apple's systems, setting the category does not undo it.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        switch portOverride {
        case .speaker: try core.speak()
        case .none: try core.beQuiet()
        }
    }

    /// Always true: whether there is a microphone is not known, and an app that was told there is none would not call.
    open var isInputAvailable: Bool { true }

    // MARK: Numbers

    /// Hertz: what the app prefers, or 48,000. The rate of the device is not known; the sound server converts.
    open var sampleRate: Double { core.settings.sampleRate == 0 ? 48_000 : core.settings.sampleRate }
    /// Hertz; 0 = no wish.
    open var preferredSampleRate: Double { core.settings.sampleRate }
    /// Notes a wish. Never fails on Linux.
    open func setPreferredSampleRate(_ sampleRate: Double) throws { core.update { $0.sampleRate = sampleRate } }

    /// Seconds: what the app prefers, or 0.02. That of the device is not known.
    open var ioBufferDuration: TimeInterval {
        core.settings.ioBufferDuration == 0 ? 0.02 : core.settings.ioBufferDuration
    }
    /// Seconds; 0 = no wish.
    open var preferredIOBufferDuration: TimeInterval { core.settings.ioBufferDuration }
    /// Notes a wish. Never fails on Linux.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        core.update { $0.ioBufferDuration = duration }
    }

    /// What the app prefers, or 1. What the device has is not known.
    open var inputNumberOfChannels: Int { max(1, core.settings.inputChannels) }
    /// 0 = no wish.
    open var preferredInputNumberOfChannels: Int { core.settings.inputChannels }
    /// Notes a wish. Never fails on Linux.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws { core.update { $0.inputChannels = count } }

    /// What the app prefers, or 2. What the device has is not known.
    open var outputNumberOfChannels: Int { core.settings.outputChannels == 0 ? 2 : core.settings.outputChannels }
    /// 0 = no wish.
    open var preferredOutputNumberOfChannels: Int { core.settings.outputChannels }
    /// Notes a wish. Never fails on Linux.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws { core.update { $0.outputChannels = count } }

    /// Always 1: the volume is the sound server's, and not known.
    open var outputVolume: Float { 1 }
    /// Seconds. Always 0: not known.
    open var inputLatency: TimeInterval { 0 }
    /// Seconds. Always 0: not known.
    open var outputLatency: TimeInterval { 0 }
}

extension AVAudioSession {
    /// A call of the app has the audio: the session is active. On the service thread, before the app is told.
    package static func callDidActivate() { SessionCore.shared.callDidActivate() }

    /// No call of the app has the audio any more: the session is not active. On the service thread, before the app is told.
    package static func callDidDeactivate() { SessionCore.shared.callDidDeactivate() }
}

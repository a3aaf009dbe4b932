// SPDX-License-Identifier: MIT

public import Foundation

// When the app reads the name of a notification, the session begins to follow the service. Other apps pay nothing.

extension NSNotification.Name {
    /// Another app's call took the audio of an active session, or gave it back. Posted on the main thread.
    public static var AVAudioSessionInterruption: NSNotification.Name { named("Interruption") }
    /// The route or the available routes changed. Not posted on the main thread.
    public static var AVAudioSessionRouteChange: NSNotification.Name { named("RouteChange") }
    /// The service has been gone for 5 seconds, or has lost its state: the owner of the audio and the routes are
    /// unknown until it is back. Calls go on. Posted on the main thread.
    public static var AVAudioSessionMediaServicesWereLost: NSNotification.Name { named("MediaServicesWereLost") }
    /// The service is back. Unlike on Apple's systems, the app need not create any object again. Posted on the main
    /// thread.
    public static var AVAudioSessionMediaServicesWereReset: NSNotification.Name { named("MediaServicesWereReset") }
    /// Another app's call took the audio or gave it back, while this session is active or was active until then. Posted
    /// on the main thread.
    public static var AVAudioSessionSilenceSecondaryAudioHint: NSNotification.Name {
        named("SilenceSecondaryAudioHint")
    }

    private static func named(_ name: String) -> NSNotification.Name {
        SessionCore.shared.board.begin()
        return NSNotification.Name("AVAudioSession\(name)Notification")
    }
}

extension AVAudioSession {
    /// ``Foundation/NSNotification/Name/AVAudioSessionInterruption``.
    public class var interruptionNotification: NSNotification.Name { .AVAudioSessionInterruption }
    /// ``Foundation/NSNotification/Name/AVAudioSessionRouteChange``.
    public class var routeChangeNotification: NSNotification.Name { .AVAudioSessionRouteChange }
    /// ``Foundation/NSNotification/Name/AVAudioSessionMediaServicesWereLost``.
    public class var mediaServicesWereLostNotification: NSNotification.Name { .AVAudioSessionMediaServicesWereLost }
    /// ``Foundation/NSNotification/Name/AVAudioSessionMediaServicesWereReset``.
    public class var mediaServicesWereResetNotification: NSNotification.Name { .AVAudioSessionMediaServicesWereReset }
    /// ``Foundation/NSNotification/Name/AVAudioSessionSilenceSecondaryAudioHint``.
    public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
        .AVAudioSessionSilenceSecondaryAudioHint
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        /// The interruption is over.
        case ended = 0
        /// The session was active and is not any more.
        case began = 1
    }

    /// Advice at the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// The bits on Apple's systems.
        public let rawValue: UInt
        /// The options with those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// No call has the audio any more, and the app itself had activated the session: it may activate it again. A
        /// held call only resumes by its action, so that the user is not overheard.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// The reason of an interruption.
    public enum InterruptionReason: UInt, Sendable {
        /// Another app's call took the audio. The only reason on Linux.
        case `default` = 0
        /// Never on Linux.
        case appWasSuspended = 1
        /// Never on Linux.
        case builtInMicMuted = 2
        /// Never on Linux.
        case routeDisconnected = 4
    }

    /// Whether secondary audio should fall silent.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        /// It may sound again.
        case end = 0
        /// It should be silent from now on.
        case begin = 1
    }
}

/// The raw value of an ``AVAudioSession/InterruptionType``, as a number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The raw value of ``AVAudioSession/InterruptionOptions``, as a number. Only at the end.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The raw value of an ``AVAudioSession/InterruptionReason``, as a number. Only at the beginning.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// The raw value of an ``AVAudioSession/RouteChangeReason``, as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The ``AVAudioSessionRouteDescription`` before the change.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// The raw value of an ``AVAudioSession/SilenceSecondaryAudioHintType``, as a number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

/// Whether the session is active, and whether another app's call interrupts it.
///
/// Another app's call interrupts a session that the app activated. If the app's own call activated the session, the
/// other call interrupts it only if the own call was held for it: a hold by the user is not an interruption.
struct Interruption: Sendable {
    enum News: Hashable, Sendable {
        case began
        case ended(mayResume: Bool)
        case othersBegan
        case othersEnded
    }

    private(set) var isActive = false
    private var isInterrupted = false
    private var mayResume = false
    /// A call of the app has lost the audio.
    private var hasLostCall = false
    /// A call was held so that another one gets the audio.
    private var roomWasMade = false
    /// The service is gone, so it is unknown whether a call has the audio.
    private var isLost = false

    mutating func activate(_ active: Bool) { isActive = active }

    mutating func callDidActivate() {
        isActive = true
        (hasLostCall, roomWasMade) = (false, false)
    }

    mutating func callDidDeactivate() {
        hasLostCall = hasLostCall || isActive
        isActive = false
    }

    mutating func callMadeRoom() { roomWasMade = true }

    mutating func serviceWasLost() { isLost = true }

    mutating func serviceKnows(_ owner: AudioState.Owner) -> [News] {
        isLost = false
        return ownerChanged(from: isInterrupted ? .other("") : .nobody, to: owner)
    }

    mutating func ownerChanged(from old: AudioState.Owner, to new: AudioState.Owner) -> [News] {
        // An invalidated provider gets no signal.
        if old == .own, new != .own { callDidDeactivate() }
        guard old.isOther != new.isOther, !isLost || new != .nobody else { return [] }
        isLost = false
        return new.isOther ? begin() : end(isFree: new == .nobody)
    }

    private mutating func begin() -> [News] {
        let wasActive = isActive
        guard !isInterrupted else { return [] }
        guard wasActive || hasLostCall && roomWasMade else {
            hasLostCall = false
            return []
        }
        mayResume = wasActive
        (isActive, isInterrupted) = (false, true)
        return [.began, .othersBegan]
    }

    private mutating func end(isFree: Bool) -> [News] {
        let end: [News] = isInterrupted ? [.ended(mayResume: mayResume && isFree)] : []
        let others: [News] = isInterrupted || isActive ? [.othersEnded] : []
        isInterrupted = false
        return end + others
    }
}

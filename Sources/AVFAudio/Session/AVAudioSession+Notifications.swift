// SPDX-License-Identifier: MIT

public import Foundation

// Who names a notification wants it: from then on the service is listened to. An app that names none pays nothing.

extension NSNotification.Name {
    /// Another app's call takes the audio of an active session, or gives it back. Posted on the main thread.
    public static var AVAudioSessionInterruption: NSNotification.Name { named("Interruption") }
    /// The route or the choice of routes is another one. Not posted on the main thread.
    public static var AVAudioSessionRouteChange: NSNotification.Name { named("RouteChange") }
    /// The service has gone: who has the audio, and the routes, are not known any more. Calls go on. Posted on the main
    /// thread.
    public static var AVAudioSessionMediaServicesWereLost: NSNotification.Name { named("MediaServicesWereLost") }
    /// The service is there again, and everything with it: unlike on Apple's systems nothing needs to be made anew. Posted
    /// on the main thread.
    public static var AVAudioSessionMediaServicesWereReset: NSNotification.Name { named("MediaServicesWereReset") }
    /// Another app's call has begun or ceased to have the audio, while this session is active or was until then. Posted on
    /// the main thread.
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

    /// Which end of an interruption it is.
    public enum InterruptionType: UInt, Sendable {
        /// It is over.
        case ended = 0
        /// The session is not active any more.
        case began = 1
    }

    /// What to do after an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Nobody has the audio any more, and the app had activated the session by itself: it may again. A call that was
        /// held is resumed by its action only, so that nobody is overheard.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Why a session is interrupted.
    public enum InterruptionReason: UInt, Sendable {
        /// Another app's call. The only one on Linux.
        case `default` = 0
        /// Never on Linux.
        case appWasSuspended = 1
        /// Never on Linux.
        case builtInMicMuted = 2
        /// Never on Linux.
        case routeDisconnected = 4
    }

    /// Whether secondary audio should be silent.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        /// Not any more.
        case end = 0
        /// From now on.
        case begin = 1
    }
}

/// An ``AVAudioSession/InterruptionType`` as a number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// ``AVAudioSession/InterruptionOptions`` as a number; at the end only.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// An ``AVAudioSession/InterruptionReason`` as a number; at the beginning only.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// An ``AVAudioSession/RouteChangeReason`` as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The ``AVAudioSessionRouteDescription`` before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// An ``AVAudioSession/SilenceSecondaryAudioHintType`` as a number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

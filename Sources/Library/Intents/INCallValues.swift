// SPDX-License-Identifier: MIT

/// Audio or video.
public enum INCallCapability: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// An audio call.
    case audioCall = 1
    /// A video call.
    case videoCall = 2
}

/// The kind of call.
public enum INCallDestinationType: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// An ordinary call.
    case normal = 1
    /// An emergency call.
    case emergency = 2
    /// A call to the user's voice mail.
    case voicemail = 3
    /// A call to the last called person.
    case redial = 4
    /// A call to the last caller.
    case callBack = 5
}

/// The requested audio route of a call.
public enum INCallAudioRoute: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// The loudspeaker.
    case speakerphoneAudioRoute = 1
    /// A Bluetooth headset.
    case bluetoothAudioRoute = 2
}

/// The kinds of records of a call log.
public enum INCallRecordType: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// An outgoing call.
    case outgoing = 1
    /// A missed call.
    case missed = 2
    /// A received call.
    case received = 3
    /// The last call.
    case latest = 4
    /// A voice mail.
    case voicemail = 5
    /// A ringing call.
    case ringing = 6
    /// A call in progress.
    case inProgress = 7
    /// A call on hold.
    case onHold = 8
}

/// A set of kinds of records of a call log.
public struct INCallRecordTypeOptions: OptionSet, Sendable {
    /// One bit for each kind.
    public let rawValue: UInt

    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// An outgoing call.
    public static let outgoing = INCallRecordTypeOptions(rawValue: 1)
    /// A missed call.
    public static let missed = INCallRecordTypeOptions(rawValue: 2)
    /// A received call.
    public static let received = INCallRecordTypeOptions(rawValue: 4)
    /// The last call.
    public static let latest = INCallRecordTypeOptions(rawValue: 8)
    /// A voice mail.
    public static let voicemail = INCallRecordTypeOptions(rawValue: 16)
    /// A ringing call.
    public static let ringing = INCallRecordTypeOptions(rawValue: 32)
    /// A call in progress.
    public static let inProgress = INCallRecordTypeOptions(rawValue: 64)
    /// A call on hold.
    public static let onHold = INCallRecordTypeOptions(rawValue: 128)
}

/// The result of ``INStartCallIntent``.
public enum INStartCallIntentResponseCode: Int, Sendable {
    /// Unspecified.
    case unspecified = 0
    /// The app can make the call.
    case ready = 1
    /// The app continues in its own window.
    case continueInApp = 2
    /// The user must agree.
    case userConfirmationRequired = 3
    /// The request failed.
    case failure = 4
    /// The user must start the app first.
    case failureRequiringAppLaunch = 5
    /// The app cannot reach its calling service.
    case failureCallingServiceNotAvailable = 6
    /// The app cannot call these people.
    case failureContactNotSupportedByApp = 7
    /// Airplane mode is on.
    case failureAirplaneModeEnabled = 8
    /// The app cannot hand the call over.
    case failureUnableToHandOff = 9
    /// The user must set up the app first.
    case failureAppConfigurationRequired = 10
    /// A call is in progress.
    case failureCallInProgress = 11
    /// A call is ringing.
    case failureCallRinging = 12
}

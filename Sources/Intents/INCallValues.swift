// SPDX-License-Identifier: MIT

/// With pictures, or without.
public enum INCallCapability: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// Sound.
    case audioCall = 1
    /// Sound and pictures.
    case videoCall = 2
}

/// What kind of call is wanted.
public enum INCallDestinationType: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// To somebody.
    case normal = 1
    /// For help.
    case emergency = 2
    /// To the user's voice mail.
    case voicemail = 3
    /// To whom was called last.
    case redial = 4
    /// To who has called last.
    case callBack = 5
}

/// Where the user wants to hear a call.
public enum INCallAudioRoute: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// The loudspeaker.
    case speakerphoneAudioRoute = 1
    /// A Bluetooth headset.
    case bluetoothAudioRoute = 2
}

/// Which records of a call log are meant.
public enum INCallRecordType: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// The user has called.
    case outgoing = 1
    /// The user was not there.
    case missed = 2
    /// Somebody has called.
    case received = 3
    /// The last one.
    case latest = 4
    /// A message was left.
    case voicemail = 5
    /// It rings.
    case ringing = 6
    /// It goes on.
    case inProgress = 7
    /// It is held.
    case onHold = 8
}

/// Several kinds of records of a call log.
public struct INCallRecordTypeOptions: OptionSet, Sendable {
    /// One bit for each kind.
    public let rawValue: UInt

    /// The kinds of those bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The user has called.
    public static let outgoing = INCallRecordTypeOptions(rawValue: 1)
    /// The user was not there.
    public static let missed = INCallRecordTypeOptions(rawValue: 2)
    /// Somebody has called.
    public static let received = INCallRecordTypeOptions(rawValue: 4)
    /// The last one.
    public static let latest = INCallRecordTypeOptions(rawValue: 8)
    /// A message was left.
    public static let voicemail = INCallRecordTypeOptions(rawValue: 16)
    /// It rings.
    public static let ringing = INCallRecordTypeOptions(rawValue: 32)
    /// It goes on.
    public static let inProgress = INCallRecordTypeOptions(rawValue: 64)
    /// It is held.
    public static let onHold = INCallRecordTypeOptions(rawValue: 128)
}

/// How an app got on with ``INStartCallIntent``.
public enum INStartCallIntentResponseCode: Int, Sendable {
    /// Nothing is said.
    case unspecified = 0
    /// The app can.
    case ready = 1
    /// The app goes on with it in its own window.
    case continueInApp = 2
    /// The user has to agree.
    case userConfirmationRequired = 3
    /// It did not work.
    case failure = 4
    /// It does not work before the app is started.
    case failureRequiringAppLaunch = 5
    /// The calling service cannot be reached.
    case failureCallingServiceNotAvailable = 6
    /// The app cannot call them.
    case failureContactNotSupportedByApp = 7
    /// The radio is off.
    case failureAirplaneModeEnabled = 8
    /// The call cannot go on elsewhere.
    case failureUnableToHandOff = 9
    /// The app is not set up.
    case failureAppConfigurationRequired = 10
    /// There is a call.
    case failureCallInProgress = 11
    /// It rings already.
    case failureCallRinging = 12
}

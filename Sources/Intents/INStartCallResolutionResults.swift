// SPDX-License-Identifier: MIT

/// Why an app cannot call a contact.
public enum INStartCallContactUnsupportedReason: Int, Sendable {
    /// There is no such contact.
    case noContactFound = 1
    /// The app calls one contact at a time.
    case multipleContactsUnsupported = 2
    /// The contact has no number or address of that kind.
    case noHandleForLabel = 3
    /// The number or address is none.
    case invalidHandle = 4
    /// The network's service codes are not supported.
    case unsupportedMmiUssd = 5
    /// Nobody was called yet.
    case noCallHistoryForRedial = 6
    /// The last call has no number or address to call.
    case noUsableHandleForRedial = 7
}

/// What a handler of ``INStartCallIntent`` makes of a contact.
public class INStartCallContactResolutionResult: INPersonResolutionResult, @unchecked Sendable {
    /// Linux only: why the contact cannot be called; nil = it can, or no reason was given.
    public var unsupportedReason: INStartCallContactUnsupportedReason? { reason.flatMap { .init(rawValue: $0) } }

    /// The app cannot call the contact.
    public class func unsupported(forReason reason: INStartCallContactUnsupportedReason) -> Self {
        self.init(.unsupported, reason: reason.rawValue)
    }

    /// The same as was made of a person.
    public convenience init(personResolutionResult: INPersonResolutionResult) {
        self.init(
            personResolutionResult.resolution, personResolutionResult.values, reason: personResolutionResult.reason)
    }
}

/// Why an app cannot call with sound or pictures.
public enum INStartCallCallCapabilityUnsupportedReason: Int, Sendable {
    /// The app has no video calls.
    case videoCallUnsupported = 1
    /// The app may not use the microphone.
    case microphoneNotAccessible = 2
    /// The app may not use the camera.
    case cameraNotAccessible = 3
}

/// What a handler of ``INStartCallIntent`` makes of sound and pictures.
public class INStartCallCallCapabilityResolutionResult: INCallCapabilityResolutionResult, @unchecked Sendable {
    /// Linux only: why the app cannot call so; nil = it can, or no reason was given.
    public var unsupportedReason: INStartCallCallCapabilityUnsupportedReason? { reason.flatMap { .init(rawValue: $0) } }

    /// The app cannot call so.
    public class func unsupported(forReason reason: INStartCallCallCapabilityUnsupportedReason) -> Self {
        self.init(.unsupported, reason: reason.rawValue)
    }

    /// The same as was made of a capability.
    public convenience init(callCapabilityResolutionResult: INCallCapabilityResolutionResult) {
        self.init(
            callCapabilityResolutionResult.resolution, callCapabilityResolutionResult.values,
            reason: callCapabilityResolutionResult.reason)
    }
}

/// Why an app cannot call back.
public enum INStartCallCallRecordToCallBackUnsupportedReason: Int, Sendable {
    /// There is no such call.
    case noMatchingCall = 1
}

/// What a handler of ``INStartCallIntent`` makes of the record to call back.
public class INStartCallCallRecordToCallBackResolutionResult: INCallRecordResolutionResult, @unchecked Sendable {
    /// Linux only: why the app cannot call back; nil = it can, or no reason was given.
    public var unsupportedReason: INStartCallCallRecordToCallBackUnsupportedReason? {
        reason.flatMap { .init(rawValue: $0) }
    }

    /// The app cannot call back.
    public class func unsupported(forReason reason: INStartCallCallRecordToCallBackUnsupportedReason) -> Self {
        self.init(.unsupported, reason: reason.rawValue)
    }

    /// The same as was made of a record.
    public convenience init(callRecordResolutionResult: INCallRecordResolutionResult) {
        self.init(
            callRecordResolutionResult.resolution, callRecordResolutionResult.values,
            reason: callRecordResolutionResult.reason)
    }
}

// SPDX-License-Identifier: MIT

/// Why an app cannot call a contact.
public enum INStartCallContactUnsupportedReason: Int, Sendable {
    /// There is no such contact.
    case noContactFound = 1
    /// The app can call only one contact at a time.
    case multipleContactsUnsupported = 2
    /// The contact has no number or address of that kind.
    case noHandleForLabel = 3
    /// The number or address is not valid.
    case invalidHandle = 4
    /// The app does not support service codes of the network.
    case unsupportedMmiUssd = 5
    /// There is no earlier call to repeat.
    case noCallHistoryForRedial = 6
    /// The last call has no number or address to call.
    case noUsableHandleForRedial = 7
}

/// The resolution of a contact, by a handler of ``INStartCallIntent``.
public class INStartCallContactResolutionResult: INPersonResolutionResult, @unchecked Sendable {
    /// Linux only: why the app cannot call the contact; nil if it can, or gave no reason.
    public var unsupportedReason: INStartCallContactUnsupportedReason? { reason.flatMap { .init(rawValue: $0) } }

    /// The app cannot call the contact.
    public class func unsupported(forReason reason: INStartCallContactUnsupportedReason) -> Self {
        self.init(.unsupported, reason: reason.rawValue)
    }

    /// The resolution of a person as the resolution of this parameter.
    public convenience init(personResolutionResult: INPersonResolutionResult) {
        self.init(
            personResolutionResult.resolution, personResolutionResult.values, reason: personResolutionResult.reason)
    }
}

/// Why an app cannot make an audio or a video call.
public enum INStartCallCallCapabilityUnsupportedReason: Int, Sendable {
    /// The app does not support video calls.
    case videoCallUnsupported = 1
    /// The app may not use the microphone.
    case microphoneNotAccessible = 2
    /// The app may not use the camera.
    case cameraNotAccessible = 3
}

/// The resolution of audio or video, by a handler of ``INStartCallIntent``.
public class INStartCallCallCapabilityResolutionResult: INCallCapabilityResolutionResult, @unchecked Sendable {
    /// Linux only: why the app does not support the capability; nil if it does, or gave no reason.
    public var unsupportedReason: INStartCallCallCapabilityUnsupportedReason? { reason.flatMap { .init(rawValue: $0) } }

    /// The app does not support the requested audio or video.
    public class func unsupported(forReason reason: INStartCallCallCapabilityUnsupportedReason) -> Self {
        self.init(.unsupported, reason: reason.rawValue)
    }

    /// The resolution of a capability as the resolution of this parameter.
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

/// The resolution of the record to call back, by a handler of ``INStartCallIntent``.
public class INStartCallCallRecordToCallBackResolutionResult: INCallRecordResolutionResult, @unchecked Sendable {
    /// Linux only: why the app cannot call back; nil if it can, or gave no reason.
    public var unsupportedReason: INStartCallCallRecordToCallBackUnsupportedReason? {
        reason.flatMap { .init(rawValue: $0) }
    }

    /// The app cannot call back.
    public class func unsupported(forReason reason: INStartCallCallRecordToCallBackUnsupportedReason) -> Self {
        self.init(.unsupported, reason: reason.rawValue)
    }

    /// The resolution of a record as the resolution of this parameter.
    public convenience init(callRecordResolutionResult: INCallRecordResolutionResult) {
        self.init(
            callRecordResolutionResult.resolution, callRecordResolutionResult.values,
            reason: callRecordResolutionResult.reason)
    }
}

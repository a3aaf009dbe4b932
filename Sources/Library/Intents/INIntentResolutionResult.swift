// SPDX-License-Identifier: MIT

/// The resolution of one parameter of an intent.
public class INIntentResolutionResult: NSObject, @unchecked Sendable {
    /// Linux only: the possible resolutions of a parameter.
    public enum Resolution: Sendable {
        /// The value is resolved.
        case success
        /// The user must choose one of several values.
        case disambiguation
        /// The user must confirm the value.
        case confirmationRequired
        /// The user must give a value.
        case needsValue
        /// The app does not need the parameter.
        case notRequired
        /// The app does not support the value.
        case unsupported
    }

    /// Linux only: the result, for the app that calls its own handler.
    public let resolution: Resolution
    let values: [Any]
    let reason: Int?

    required init(_ resolution: Resolution, _ values: [Any] = [], reason: Int? = nil) {
        self.resolution = resolution
        self.values = values
        self.reason = reason
    }

    /// The resolution of another parameter.
    convenience init(same other: INIntentResolutionResult) {
        self.init(other.resolution, other.values, reason: other.reason)
    }

    /// The user must give a value.
    public class func needsValue() -> Self { self.init(.needsValue) }

    /// The app does not need the parameter.
    public class func notRequired() -> Self { self.init(.notRequired) }

    /// The app does not support the value.
    public class func unsupported() -> Self { self.init(.unsupported) }
}

/// The resolution of a person.
public class INPersonResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the resolved person, the person to confirm, or the people to choose from.
    public var people: [INPerson] { values.compactMap { $0 as? INPerson } }

    /// This is the person.
    public class func success(with resolvedPerson: INPerson) -> Self { self.init(.success, [resolvedPerson]) }

    /// The user must choose one of these.
    public class func disambiguation(with peopleToDisambiguate: [INPerson]) -> Self {
        self.init(.disambiguation, peopleToDisambiguate)
    }

    /// The user must confirm this person; nil means the person of the intent.
    public class func confirmationRequired(with personToConfirm: INPerson?) -> Self {
        self.init(.confirmationRequired, personToConfirm.map { [$0] } ?? [])
    }
}

/// The resolution of the kind of call.
public class INCallDestinationTypeResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the resolved kind, or the kind to confirm; nil if there is none.
    public var destinationType: INCallDestinationType? { values.first as? INCallDestinationType }

    /// This is the kind.
    public class func success(with resolvedCallDestinationType: INCallDestinationType) -> Self {
        self.init(.success, [resolvedCallDestinationType])
    }

    /// The user must confirm this kind.
    public class func confirmationRequired(with callDestinationTypeToConfirm: INCallDestinationType) -> Self {
        self.init(.confirmationRequired, [callDestinationTypeToConfirm])
    }
}

/// The resolution of audio or video.
public class INCallCapabilityResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the resolved capability, or the capability to confirm; nil if there is none.
    public var callCapability: INCallCapability? { values.first as? INCallCapability }

    /// This is the capability.
    public class func success(with resolvedCallCapability: INCallCapability) -> Self {
        self.init(.success, [resolvedCallCapability])
    }

    /// The user must confirm this capability.
    public class func confirmationRequired(with callCapabilityToConfirm: INCallCapability) -> Self {
        self.init(.confirmationRequired, [callCapabilityToConfirm])
    }
}

/// The resolution of the record to call back.
public class INCallRecordResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the resolved record, the record to confirm, or the records to choose from.
    public var callRecords: [INCallRecord] { values.compactMap { $0 as? INCallRecord } }

    /// This is the record.
    public class func success(with resolvedCallRecord: INCallRecord) -> Self {
        self.init(.success, [resolvedCallRecord])
    }

    /// The user must choose one of these.
    public class func disambiguation(with callRecordsToDisambiguate: [INCallRecord]) -> Self {
        self.init(.disambiguation, callRecordsToDisambiguate)
    }

    /// The user must confirm this record; nil means the record of the intent.
    public class func confirmationRequired(with callRecordToConfirm: INCallRecord?) -> Self {
        self.init(.confirmationRequired, callRecordToConfirm.map { [$0] } ?? [])
    }
}

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
        self.init(same: personResolutionResult)
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
        self.init(same: callCapabilityResolutionResult)
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
        self.init(same: callRecordResolutionResult)
    }
}

// What a handler makes of a parameter by default.

extension INCallRecord? {
    /// The record as it is.
    var resolved: INCallRecordResolutionResult { map { .success(with: $0) } ?? .notRequired() }
}

extension [INPerson]? {
    /// Each contact as it is.
    var resolved: [INPersonResolutionResult] { self?.map { .success(with: $0) } ?? [.notRequired()] }
    /// The same for ``INStartCallIntent``.
    var resolvedToCall: [INStartCallContactResolutionResult] { self?.map { .success(with: $0) } ?? [.notRequired()] }
}

// SPDX-License-Identifier: MIT

/// What a handler makes of one parameter of an intent.
public class INIntentResolutionResult: NSObject, @unchecked Sendable {
    /// Linux only: what a handler can make of a parameter.
    public enum Resolution: Sendable {
        /// It is clear.
        case success
        /// The user has to choose one of several values.
        case disambiguation
        /// The user has to confirm the value.
        case confirmationRequired
        /// The user has to say more.
        case needsValue
        /// The app does not need it.
        case notRequired
        /// The app cannot do it.
        case unsupported
    }

    /// Linux only: what the handler makes of it. The app that calls its handler reads it.
    public let resolution: Resolution
    let values: [Any]
    let reason: Int?

    required init(_ resolution: Resolution, _ values: [Any] = [], reason: Int? = nil) {
        self.resolution = resolution
        self.values = values
        self.reason = reason
    }

    /// The user has to say more.
    public class func needsValue() -> Self { self.init(.needsValue) }

    /// The app does not need it.
    public class func notRequired() -> Self { self.init(.notRequired) }

    /// The app cannot do it.
    public class func unsupported() -> Self { self.init(.unsupported) }
}

/// What a handler makes of a person.
public class INPersonResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the person who is meant or to be confirmed, or the people to choose from.
    public var people: [INPerson] { values.compactMap { $0 as? INPerson } }

    /// That person is meant.
    public class func success(with resolvedPerson: INPerson) -> Self { self.init(.success, [resolvedPerson]) }

    /// One of those is meant.
    public class func disambiguation(with peopleToDisambiguate: [INPerson]) -> Self {
        self.init(.disambiguation, peopleToDisambiguate)
    }

    /// That person may be meant; nil = the one of the intent.
    public class func confirmationRequired(with personToConfirm: INPerson?) -> Self {
        self.init(.confirmationRequired, personToConfirm.map { [$0] } ?? [])
    }
}

/// What a handler makes of the kind of call.
public class INCallDestinationTypeResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the kind that is meant or to be confirmed; nil = none.
    public var destinationType: INCallDestinationType? { values.first as? INCallDestinationType }

    /// That kind is meant.
    public class func success(with resolvedCallDestinationType: INCallDestinationType) -> Self {
        self.init(.success, [resolvedCallDestinationType])
    }

    /// That kind may be meant.
    public class func confirmationRequired(with callDestinationTypeToConfirm: INCallDestinationType) -> Self {
        self.init(.confirmationRequired, [callDestinationTypeToConfirm])
    }
}

/// What a handler makes of sound and pictures.
public class INCallCapabilityResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the capability that is meant or to be confirmed; nil = none.
    public var callCapability: INCallCapability? { values.first as? INCallCapability }

    /// That capability is meant.
    public class func success(with resolvedCallCapability: INCallCapability) -> Self {
        self.init(.success, [resolvedCallCapability])
    }

    /// That capability may be meant.
    public class func confirmationRequired(with callCapabilityToConfirm: INCallCapability) -> Self {
        self.init(.confirmationRequired, [callCapabilityToConfirm])
    }
}

/// What a handler makes of the record to call back.
public class INCallRecordResolutionResult: INIntentResolutionResult, @unchecked Sendable {
    /// Linux only: the record that is meant or to be confirmed, or those to choose from.
    public var callRecords: [INCallRecord] { values.compactMap { $0 as? INCallRecord } }

    /// That record is meant.
    public class func success(with resolvedCallRecord: INCallRecord) -> Self {
        self.init(.success, [resolvedCallRecord])
    }

    /// One of those is meant.
    public class func disambiguation(with callRecordsToDisambiguate: [INCallRecord]) -> Self {
        self.init(.disambiguation, callRecordsToDisambiguate)
    }

    /// That record may be meant; nil = the one of the intent.
    public class func confirmationRequired(with callRecordToConfirm: INCallRecord?) -> Self {
        self.init(.confirmationRequired, callRecordToConfirm.map { [$0] } ?? [])
    }
}

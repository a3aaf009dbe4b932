// SPDX-License-Identifier: MIT

/// The user wants to call somebody.
open class INStartCallIntent: INIntent, @unchecked Sendable {
    /// Which record of the call log to call back; nil on Linux.
    public let callRecordFilter: INCallRecordFilter?
    /// The record of the call log to call back; nil on Linux.
    public let callRecordToCallBack: INCallRecord?
    /// Where the user wants to hear it. Unknown on Linux: the routes are the system's.
    public let audioRoute: INCallAudioRoute
    /// What kind of call it is. Normal on Linux.
    public let destinationType: INCallDestinationType
    /// Whom to call; nil = nobody is named.
    public let contacts: [INPerson]?
    /// With pictures, or without.
    public let callCapability: INCallCapability

    /// A wish to call those people.
    public init(
        callRecordFilter: INCallRecordFilter?, callRecordToCallBack: INCallRecord?, audioRoute: INCallAudioRoute,
        destinationType: INCallDestinationType, contacts: [INPerson]?, callCapability: INCallCapability
    ) {
        self.callRecordFilter = callRecordFilter
        self.callRecordToCallBack = callRecordToCallBack
        self.audioRoute = audioRoute
        self.destinationType = destinationType
        self.contacts = contacts
        self.callCapability = callCapability
    }

    /// A wish to call those people, as code before iOS 14 spells it.
    public convenience init(
        audioRoute: INCallAudioRoute, destinationType: INCallDestinationType, contacts: [INPerson]?,
        recordTypeForRedialing: INCallRecordType, callCapability: INCallCapability
    ) {
        self.init(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: audioRoute,
            destinationType: destinationType, contacts: contacts, callCapability: callCapability)
    }
}

/// The user wants to call somebody, as apps knew it before ``INStartCallIntent``. Never sent on Linux; kept so that code
/// that asks for both compiles.
open class INStartAudioCallIntent: INIntent, @unchecked Sendable {
    /// What kind of call it is.
    public let destinationType: INCallDestinationType
    /// Whom to call; nil = nobody is named.
    public let contacts: [INPerson]?

    /// A wish to call those people.
    public init(destinationType: INCallDestinationType, contacts: [INPerson]?) {
        self.destinationType = destinationType
        self.contacts = contacts
    }
}

/// The user wants to see somebody, as apps knew it before ``INStartCallIntent``. Never sent on Linux; kept so that code
/// that asks for both compiles.
open class INStartVideoCallIntent: INIntent, @unchecked Sendable {
    /// Whom to call; nil = nobody is named.
    public let contacts: [INPerson]?

    /// A wish to call those people.
    public init(contacts: [INPerson]?) { self.contacts = contacts }
}

/// What an app answers to ``INStartCallIntent``.
open class INStartCallIntentResponse: INIntentResponse, @unchecked Sendable {
    /// How it went.
    public let code: INStartCallIntentResponseCode

    /// That answer.
    public init(code: INStartCallIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }
}

/// Which record of a call log is meant. Nothing on Linux makes one.
open class INCallRecordFilter: NSObject, @unchecked Sendable {
    /// Who took part; nil = anybody.
    public let participants: [INPerson]?
    /// What kinds of records; empty = any.
    public let callTypes: INCallRecordTypeOptions
    /// With pictures, or without.
    public let callCapability: INCallCapability

    /// The records that fit.
    public init(
        participants: [INPerson]?, callTypes: INCallRecordTypeOptions = [], callCapability: INCallCapability
    ) {
        self.participants = participants
        self.callTypes = callTypes
        self.callCapability = callCapability
    }
}

/// A record of a call log. Nothing on Linux makes one.
open class INCallRecord: NSObject, @unchecked Sendable {
    /// Names the record.
    public let identifier: String

    /// The record of that name.
    public init(identifier: String) { self.identifier = identifier }
}

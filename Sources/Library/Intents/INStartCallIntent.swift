// SPDX-License-Identifier: MIT

/// A request for a call.
open class INStartCallIntent: INIntent, @unchecked Sendable {
    /// A filter for the record to call back; nil on Linux.
    public let callRecordFilter: INCallRecordFilter?
    /// The record of the call log to call back; nil on Linux.
    public let callRecordToCallBack: INCallRecord?
    /// The requested audio route. Unknown on Linux, because the system chooses the route.
    public let audioRoute: INCallAudioRoute
    /// The kind of call. Normal on Linux.
    public let destinationType: INCallDestinationType
    /// The people to call; nil if the intent names none.
    public let contacts: [INPerson]?
    /// Audio or video.
    public let callCapability: INCallCapability

    /// An intent to call these people.
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

    /// An intent to call these people, with the initializer from before iOS 14.
    public convenience init(
        audioRoute: INCallAudioRoute, destinationType: INCallDestinationType, contacts: [INPerson]?,
        recordTypeForRedialing: INCallRecordType, callCapability: INCallCapability
    ) {
        self.init(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: audioRoute,
            destinationType: destinationType, contacts: contacts, callCapability: callCapability)
    }
}

/// A request for an audio call, which apps used before ``INStartCallIntent``. Never sent on Linux; exists so that code
/// that handles both compiles.
open class INStartAudioCallIntent: INIntent, @unchecked Sendable {
    /// The kind of call.
    public let destinationType: INCallDestinationType
    /// The people to call; nil if the intent names none.
    public let contacts: [INPerson]?

    /// An intent to call these people.
    public init(destinationType: INCallDestinationType, contacts: [INPerson]?) {
        self.destinationType = destinationType
        self.contacts = contacts
    }
}

/// A request for a video call, which apps used before ``INStartCallIntent``. Never sent on Linux; exists so that code
/// that handles both compiles.
open class INStartVideoCallIntent: INIntent, @unchecked Sendable {
    /// The people to call; nil if the intent names none.
    public let contacts: [INPerson]?

    /// An intent to call these people.
    public init(contacts: [INPerson]?) { self.contacts = contacts }
}

/// The answer of an app to ``INStartCallIntent``.
open class INStartCallIntentResponse: INIntentResponse, @unchecked Sendable {
    /// The result.
    public let code: INStartCallIntentResponseCode

    /// An answer with that code.
    public init(code: INStartCallIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }
}

/// A filter for records of a call log. Nothing on Linux creates one.
open class INCallRecordFilter: NSObject, @unchecked Sendable {
    /// The participants; nil for all.
    public let participants: [INPerson]?
    /// The kinds of records; empty for all.
    public let callTypes: INCallRecordTypeOptions
    /// Audio or video.
    public let callCapability: INCallCapability

    /// A filter with those values.
    public init(
        participants: [INPerson]?, callTypes: INCallRecordTypeOptions = [], callCapability: INCallCapability
    ) {
        self.participants = participants
        self.callTypes = callTypes
        self.callCapability = callCapability
    }
}

/// A record of a call log. Nothing on Linux creates one.
open class INCallRecord: NSObject, @unchecked Sendable {
    /// The id of the record.
    public let identifier: String

    /// A record with that identifier.
    public init(identifier: String) { self.identifier = identifier }
}

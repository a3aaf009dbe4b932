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

/// A request for an audio call, which apps used before ``INStartCallIntent``. On Linux it is a kind of that one, so
/// that the request of an audio call passes every cast that an app may have: `as? INStartCallIntent` too.
open class INStartAudioCallIntent: INStartCallIntent, @unchecked Sendable {
    /// An intent to call these people.
    public init(destinationType: INCallDestinationType, contacts: [INPerson]?) {
        super.init(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: destinationType,
            contacts: contacts, callCapability: .audioCall)
    }
}

/// A request for a video call, which apps used before ``INStartCallIntent``. On Linux it is a kind of that one, as
/// ``INStartAudioCallIntent`` is.
open class INStartVideoCallIntent: INStartCallIntent, @unchecked Sendable {
    /// An intent to call these people.
    public init(contacts: [INPerson]?) {
        super.init(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
            contacts: contacts, callCapability: .videoCall)
    }
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

    convenience init(_ code: INStartCallIntentResponseCode) { self.init(code: code, userActivity: nil) }
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

/// The handle of a person: a number, an address or a name.
open class INPersonHandle: NSObject, @unchecked Sendable {
    /// The number, address or name; nil if there is none.
    public let value: String?
    /// The type of ``value``.
    public let type: INPersonHandleType

    /// A handle of that type.
    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? INPersonHandle).map { value == $0.value && type == $0.type } ?? false
    }

    open override var hash: Int { value.hashValue ^ type.hashValue }
}

/// The type of a handle.
public enum INPersonHandleType: Int, Sendable {
    /// A name that only the app understands, or an unknown type.
    case unknown = 0
    /// An e-mail address, or an address of that shape.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// A person to call.
open class INPerson: NSObject, @unchecked Sendable {
    /// The person's handle; nil if unknown.
    open var personHandle: INPersonHandle?
    /// The parts of the person's name; nil if unknown.
    public let nameComponents: PersonNameComponents?
    /// The person's name; empty if unknown.
    public let displayName: String
    /// The person's picture; nil if there is none.
    public let image: INImage?
    /// The person's contact in the address book; nil if there is none.
    public let contactIdentifier: String?
    /// The app's id for the person; nil if it has none.
    public let customIdentifier: String?

    /// A person. Without a display name the name is the given name and the family name.
    public init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?
    ) {
        self.personHandle = personHandle
        self.nameComponents = nameComponents
        self.displayName =
            displayName
            ?? [nameComponents?.givenName, nameComponents?.familyName].compactMap(\.self).joined(separator: " ")
        self.image = image
        self.contactIdentifier = contactIdentifier
        self.customIdentifier = customIdentifier
    }
}

/// A picture: the bytes of an image file.
open class INImage: NSObject, @unchecked Sendable {
    /// The file's contents. Linux only.
    public let imageData: Data

    /// A picture of those bytes.
    public init(imageData: Data) { self.imageData = imageData }
}

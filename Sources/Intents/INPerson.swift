// SPDX-License-Identifier: MIT

/// Whom to call: a number, an address or a name.
open class INPersonHandle: NSObject, @unchecked Sendable {
    /// The number, address or name; nil = none.
    public let value: String?
    /// What ``value`` is.
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

/// What the value of a handle is.
public enum INPersonHandleType: Int, Sendable {
    /// A name that only the app understands, or nobody has said.
    case unknown = 0
    /// An e-mail address, or an address of that shape.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// Somebody to call.
open class INPerson: NSObject, @unchecked Sendable {
    /// How to reach them; nil = unknown.
    open var personHandle: INPersonHandle?
    /// The parts of their name; nil = unknown.
    public let nameComponents: PersonNameComponents?
    /// Their name. Empty = unknown.
    public let displayName: String
    /// Their picture; nil = none.
    public let image: INImage?
    /// Their entry in the address book; nil = none.
    public let contactIdentifier: String?
    /// What the app calls them; nil = nothing.
    public let customIdentifier: String?

    /// A person. Without a display name it is the given name and the family name.
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

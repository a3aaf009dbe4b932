// SPDX-License-Identifier: MIT

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

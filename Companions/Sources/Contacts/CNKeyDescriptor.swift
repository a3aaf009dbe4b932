// SPDX-License-Identifier: MIT

/// What of a contact an app needs. The library reads all that the directory knows; only pictures come on demand.
public protocol CNKeyDescriptor {
    /// The keys that this one stands for.
    var keys: [String] { get }
}

/// `CNContactGivenNameKey as CNKeyDescriptor`
extension String: CNKeyDescriptor {
    public var keys: [String] { [self] }
}

struct SeveralKeys: CNKeyDescriptor {
    let keys: [String]
}

/// The identifier.
public let CNContactIdentifierKey = "identifier"
/// The kind of contact.
public let CNContactTypeKey = "contactType"
/// The given name.
public let CNContactGivenNameKey = "givenName"
/// The middle name.
public let CNContactMiddleNameKey = "middleName"
/// The family name.
public let CNContactFamilyNameKey = "familyName"
/// The nickname.
public let CNContactNicknameKey = "nickname"
/// The organization.
public let CNContactOrganizationNameKey = "organizationName"
/// The numbers.
public let CNContactPhoneNumbersKey = "phoneNumbers"
/// The addresses.
public let CNContactEmailAddressesKey = "emailAddresses"
/// The picture, which is read only with this key or the next one.
public let CNContactImageDataKey = "imageData"
/// Whether there is a picture.
public let CNContactImageDataAvailableKey = "imageDataAvailable"
/// The picture.
public let CNContactThumbnailImageDataKey = "thumbnailImageData"

// SPDX-License-Identifier: MIT

public import Foundation

/// A contact of the user's address books.
open class CNContact: NSObject, @unchecked Sendable {
    /// The address book and the name: the directory has no identifiers of its own. Two contacts of a book with the same
    /// name have the same one.
    public internal(set) var identifier = ""
    /// Always a person for a contact of the directory.
    public internal(set) var contactType = CNContactType.person
    /// All but the last word of the name: the directory knows only the whole name.
    public fileprivate(set) var givenName = ""
    /// Always empty for a contact of the directory.
    public fileprivate(set) var middleName = ""
    /// The last word of the name, if it has several.
    public fileprivate(set) var familyName = ""
    /// Always empty for a contact of the directory.
    public fileprivate(set) var nickname = ""
    /// Always empty for a contact of the directory.
    public fileprivate(set) var organizationName = ""
    /// The numbers, as the address book has them.
    public fileprivate(set) var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] = []
    /// The values are of type String, because Linux does not convert NSString with `as`.
    public fileprivate(set) var emailAddresses: [CNLabeledValue<String>] = []
    /// The picture, if it was asked for: `CNContactImageDataKey` or `CNContactThumbnailImageDataKey`.
    public fileprivate(set) var imageData: Data?
    /// The same as ``imageData``: the library makes no smaller picture.
    public var thumbnailImageData: Data? { imageData }
    /// Whether the address book has a picture.
    public internal(set) var imageDataAvailable = false
    /// The name as the address book has it.
    var wholeName: String?

    override init() {}

    init(_ found: FoundContact, picture: Data?) {
        super.init()
        (identifier, wholeName) = (found.identifier, found.name)
        let words = found.name.split(separator: " ")
        givenName = words.count > 1 ? words.dropLast().joined(separator: " ") : found.name
        familyName = words.count > 1 ? String(words[words.count - 1]) : ""
        phoneNumbers = found.addresses.filter { $0.kind == "phone-number" }.map {
            CNLabeledValue(label: CNLabel.label(use: $0.use), value: CNPhoneNumber(stringValue: $0.value))
        }
        emailAddresses = found.addresses.filter { $0.kind == "email-address" }.map {
            CNLabeledValue(label: CNLabel.label(use: $0.use), value: $0.value)
        }
        imageData = picture
        imageDataAvailable = !found.picture.isEmpty
    }

    /// True: every contact has all that the directory knows. A picture only if it was asked for.
    open func isKeyAvailable(_ key: String) -> Bool {
        key != CNContactImageDataKey && key != CNContactThumbnailImageDataKey || imageData != nil || !imageDataAvailable
    }

    /// Whether all of them can be read: see ``isKeyAvailable(_:)``.
    open func areKeysAvailable(_ keyDescriptors: [any CNKeyDescriptor]) -> Bool {
        keyDescriptors.flatMap(\.keys).allSatisfy(isKeyAvailable)
    }
}

/// A contact that an app makes, for example to format its name. The address books cannot be changed by it.
public final class CNMutableContact: CNContact, @unchecked Sendable {
    public override init() {
        super.init()
        identifier = UUID().uuidString
    }

    public override var givenName: String {
        get { super.givenName }
        set { super.givenName = newValue }
    }
    public override var middleName: String {
        get { super.middleName }
        set { super.middleName = newValue }
    }
    public override var familyName: String {
        get { super.familyName }
        set { super.familyName = newValue }
    }
    public override var nickname: String {
        get { super.nickname }
        set { super.nickname = newValue }
    }
    public override var organizationName: String {
        get { super.organizationName }
        set { super.organizationName = newValue }
    }
    public override var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] {
        get { super.phoneNumbers }
        set { super.phoneNumbers = newValue }
    }
    public override var emailAddresses: [CNLabeledValue<String>] {
        get { super.emailAddresses }
        set { super.emailAddresses = newValue }
    }
    public override var imageData: Data? {
        get { super.imageData }
        set { (super.imageData, imageDataAvailable) = (newValue, newValue != nil) }
    }
}

/// The kind of contact.
public enum CNContactType: Int, Sendable {
    /// A person.
    case person = 0
    /// A company or another organization. No address book of Linux says so.
    case organization
}

/// A value and its use, such as a phone number at work.
public final class CNLabeledValue<ValueType: Sendable>: NSObject, Sendable {
    /// Another one for each object.
    public let identifier = UUID().uuidString
    /// ``CNLabelHome`` or the like; nil = not known.
    public let label: String?
    /// A number or an address.
    public let value: ValueType

    /// A value and its use.
    public init(label: String?, value: ValueType) { (self.label, self.value) = (label, value) }

    /// The label for people, in English.
    public class func localizedString(forLabel label: String) -> String {
        label.hasPrefix("_$!<") && label.hasSuffix(">!$_") ? String(label.dropFirst(4).dropLast(4)).lowercased() : label
    }
}

/// A phone number as the user wrote it.
public final class CNPhoneNumber: NSObject, NSCopying, Sendable {
    /// The number.
    public let stringValue: String

    /// A number, in any spelling.
    public init(stringValue: String) { self.stringValue = stringValue }

    public func copy(with zone: NSZone? = nil) -> Any { self }
    public override func isEqual(_ object: Any?) -> Bool { (object as? CNPhoneNumber)?.stringValue == stringValue }
    public override var hash: Int { stringValue.hashValue }
}

/// Uses of numbers and addresses, with Apple's values.
public let CNLabelHome = "_$!<Home>!$_"
/// At work.
public let CNLabelWork = "_$!<Work>!$_"
/// Another use.
public let CNLabelOther = "_$!<Other>!$_"
/// A mobile phone.
public let CNLabelPhoneNumberMobile = "_$!<Mobile>!$_"
/// An iPhone. No contact of the directory has it.
public let CNLabelPhoneNumberiPhone = "iPhone"
/// The main number. No contact of the directory has it.
public let CNLabelPhoneNumberMain = "_$!<Main>!$_"
/// A fax machine.
public let CNLabelPhoneNumberHomeFax = "_$!<HomeFAX>!$_"
/// A pager.
public let CNLabelPhoneNumberPager = "_$!<Pager>!$_"

enum CNLabel {
    /// The label for a word of the directory.
    static func label(use: String) -> String? {
        switch use {
        case "home": CNLabelHome
        case "work": CNLabelWork
        case "mobile": CNLabelPhoneNumberMobile
        case "fax": CNLabelPhoneNumberHomeFax
        case "pager": CNLabelPhoneNumberPager
        default: nil
        }
    }
}

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

/// Writes the names of contacts.
public final class CNContactFormatter: NSObject {
    /// How names are written. No effect.
    public var style = CNContactFormatterStyle.fullName

    public override init() {}

    /// The name of a contact; nil if it has none.
    public class func string(from contact: CNContact, style: CNContactFormatterStyle) -> String? {
        // Scripts without spaces have no phonetic name here, so both styles are the same.
        if let name = contact.wholeName, !name.isEmpty { return name }
        let names = [contact.givenName, contact.middleName, contact.familyName].filter { !$0.isEmpty }
        if !names.isEmpty { return names.joined(separator: " ") }
        return [contact.nickname, contact.organizationName].first { !$0.isEmpty }
    }

    /// The name of a contact; nil if it has none.
    public func string(from contact: CNContact) -> String? { Self.string(from: contact, style: style) }

    /// The keys that the formatter needs.
    public class func descriptorForRequiredKeys(for style: CNContactFormatterStyle) -> any CNKeyDescriptor {
        SeveralKeys(keys: [
            CNContactGivenNameKey, CNContactMiddleNameKey, CNContactFamilyNameKey, CNContactNicknameKey,
            CNContactOrganizationNameKey,
        ])
    }
}

/// How a name is written.
public enum CNContactFormatterStyle: Int, Sendable {
    /// The whole name.
    case fullName = 0
    /// The pronunciation of the name.
    case phoneticFullName
}

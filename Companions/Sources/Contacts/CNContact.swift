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

// SPDX-License-Identifier: MIT

public import Foundation

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

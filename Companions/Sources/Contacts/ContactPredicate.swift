// SPDX-License-Identifier: MIT

public import Foundation

extension CNContact {
    /// The contacts whose words begin with the words of `name`.
    public class func predicateForContacts(matchingName name: String) -> NSPredicate { ContactPredicate(.name(name)) }

    /// The contacts with that number, however it is written.
    public class func predicateForContacts(matching phoneNumber: CNPhoneNumber) -> NSPredicate {
        ContactPredicate(.handle(kind: "phone-number", phoneNumber.stringValue))
    }

    /// The contacts with that address.
    public class func predicateForContacts(matchingEmailAddress emailAddress: String) -> NSPredicate {
        ContactPredicate(.handle(kind: "email-address", emailAddress))
    }

    /// The contacts with these identifiers.
    public class func predicateForContacts(withIdentifiers identifiers: [String]) -> NSPredicate {
        ContactPredicate(.identifiers(identifiers))
    }
}

/// A question to the directory. Evaluates to true for every object.
final class ContactPredicate: NSPredicate {
    enum Question {
        case all
        case name(String)
        case handle(kind: String, String)
        case identifiers([String])
    }

    let question: Question

    init(_ question: Question) {
        self.question = question
        super.init(value: true)
    }

    required init?(coder: NSCoder) { nil }
}

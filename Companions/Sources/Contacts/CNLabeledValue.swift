// SPDX-License-Identifier: MIT

public import Foundation

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

// SPDX-License-Identifier: MIT

/// A text that is a number.
package enum ParsedNumber: Hashable, Sendable {
    /// A number that can be dialled from every country.
    case number(PhoneNumber)
    /// A number that exists only in one country or network. It has no country code, so its digits stay as they are.
    case short(ShortNumber)

    /// Reads a number in any spelling, also from a `tel` URI. Returns nil for any other text, for network codes such as
    /// `**21*#`, and for a local number without an area code.
    package init?(_ text: String, in region: Region) {
        guard let text = NumberText(text) else { return nil }
        if let digits = text.bareDigits, ShortNumber.isEmergency(digits, in: region) {
            self = .short(ShortNumber(digits: digits, isEmergency: true))
            return
        }
        let number = Libphonenumber.parse(text.spelling, in: region)
        if let number, number.isValid {
            self = .number(number)
        } else if let digits = text.bareDigits, ShortNumber.canBe(digits, in: region) {
            self = .short(ShortNumber(digits: digits, isEmergency: false))
        } else if let number, !text.hasLetters {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// The number for people.
    package func formatted(for region: Region) -> String {
        switch self {
        case .number(let number): number.formatted(for: region)
        case .short(let short): short.digits
        }
    }
}

/// An emergency number, a service code, or another number that is too short for a country code.
package struct ShortNumber: Hashable, Sendable {
    /// The digits to dial.
    package let digits: String
    /// Whether it is an emergency number of the region.
    package let isEmergency: Bool

    /// Every mobile phone knows these two, in all regions (3GPP TS 22.101).
    private static let emergencyNumbers = ["112", "911"]
    /// A longer number is short only if the metadata of its region says so.
    private static let usualLength = 6

    static func isEmergency(_ digits: String, in region: Region) -> Bool {
        region == .unknown ? emergencyNumbers.contains(digits) : Libphonenumber.isEmergency(digits, in: region)
    }

    /// Whether digits that are not a valid number can be a short number.
    static func canBe(_ digits: String, in region: Region) -> Bool {
        digits.utf8.count <= usualLength || Libphonenumber.isShort(digits, in: region)
    }
}

// SPDX-License-Identifier: MIT

/// A number with a country code.
package struct PhoneNumber: Hashable, Sendable {
    /// The country calling code and the national number: 1 to 15 digits.
    package let e164: Int64
    /// The digits of the extension; empty without one.
    package let extensionDigits: String
    /// Whether the country has assigned the prefix of the number. If not, only the length of the number is plausible.
    package let isValid: Bool

    init(e164: Int64, extensionDigits: String, isValid: Bool) {
        self.e164 = e164
        self.extensionDigits = extensionDigits
        self.isValid = isValid
    }

    /// The number with these digits; nil if there can be no such number.
    package init?(e164: Int64) {
        guard e164 > 0, let number = Libphonenumber.parse("+\(e164)", in: .unknown) else { return nil }
        self = number
    }

    /// The number for people: as users write it in their own region, and with a country code elsewhere.
    package func formatted(for region: Region) -> String {
        Libphonenumber.format(self, national: country == region) ?? "+\(e164)"
    }

    /// The country of the number; nil for a number of no country, such as +800. If several countries share the calling
    /// code and the number is not valid, it is the main country of that code.
    package var country: Region? { Libphonenumber.country(of: e164) }

    /// Reads the metadata of all countries, so that the first call does not wait for it: 10 ms.
    package static func warmUp(for region: Region) {
        for text in ["110", "0301234567"] { _ = ParsedNumber(text, in: region)?.formatted(for: region) }
    }
}

// SPDX-License-Identifier: MIT

internal import CPhoneNumber
internal import CallContract
internal import CallLinks

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

    /// A longer number is short only if the metadata of its region says so.
    private static let usualLength = 6

    static func isEmergency(_ digits: String, in region: Region) -> Bool {
        region == .unknown
            ? EmergencyNumbers.everywhere.contains(digits) : Libphonenumber.isEmergency(digits, in: region)
    }

    /// Whether digits that are not a valid number can be a short number.
    static func canBe(_ digits: String, in region: Region) -> Bool {
        digits.utf8.count <= usualLength || Libphonenumber.isShort(digits, in: region)
    }
}

/// A number with a country code.
package struct PhoneNumber: Hashable, Sendable {
    /// The country calling code and the national number: 1 to 15 digits.
    package let e164: Int64
    /// The digits of the extension; empty without one.
    package let extensionDigits: String
    /// Whether the country has assigned the prefix of the number. If not, only the length of the number is plausible.
    package let isValid: Bool
}

extension PhoneNumber {
    /// The number with these digits; nil if there can be no such number.
    package init?(e164: Int64) {
        guard e164 > 0, let number = Libphonenumber.parse("+\(e164)", in: .unknown) else { return nil }
        self = number
    }

    /// The number with that canonical key; nil for the key of another handle.
    package init?(key: String) {
        guard key.hasPrefix("+"), let e164 = Int64(key.dropFirst()) else { return nil }
        self.init(e164: e164)
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

/// The text of a number, cleaned so that libphonenumber reads all of it or nothing: by itself it skips letters in front
/// of a number, and takes `12#34#` for a number.
struct NumberText {
    /// The text with ASCII digits, without a scheme and without invisible characters.
    let spelling: String
    /// The digits, if the text has only digits and visual separators.
    let bareDigits: String?
    /// Whether it has letters: keys such as `1800FLOWERS`, or the word in front of an extension.
    let hasLetters: Bool

    /// Returns nil for a text that cannot be a number.
    init?(_ text: String) {
        guard text.utf8.count <= Libphonenumber.longestText, let spelling = Self.dialled(text).flatMap(Self.plain),
            let first = spelling.unicodeScalars.first, first.isASCIIDigit || "+([".unicodeScalars.contains(first),
            spelling.last != "#"
        else { return nil }
        let keys = spelling.unicodeScalars.filter { !$0.isVisualSeparator }
        self.spelling = spelling
        bareDigits = !keys.isEmpty && keys.allSatisfy(\.isASCIIDigit) ? String(keys) : nil
        hasLetters = keys.contains { $0.properties.isAlphabetic }
    }

    /// The number of a `tel` URI, with the country code of its context; any other text as it is.
    private static func dialled(_ text: String) -> String? {
        guard let (scheme, rest) = text.trimmed[...].uriScheme, scheme == "tel" else { return text }
        let parts = TelephoneParts(rest)
        let context = parts["phone-context"].flatMap { $0.first == "+" && parts.number.first != "+" ? $0 : nil } ?? ""
        let subscriber = parts["ext"].map { ";ext=\($0)" } ?? ""
        return "\(context)\(parts.number)\(subscriber)".percentDecoded
    }

    private static func plain(_ text: String) -> String? {
        var plain = ""
        for scalar in text.unicodeScalars {
            // A text that was copied from Windows begins with a bidirectional control.
            if scalar.isInvisible { continue }
            guard scalar != "*", let plainScalar = Self.plain(scalar) else { return nil }
            plain.unicodeScalars.append(plainScalar)
        }
        return plain.trimmed
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if let digit = scalar.asciiDigit { return digit }
        if scalar.properties.isWhitespace { return " " }
        if scalar.properties.generalCategory == .control { return nil }
        if scalar == "\u{FF0B}" { return "+" }
        return scalar.isVisualSeparator && !scalar.isASCII ? "-" : scalar
    }
}

/// The only user of libphonenumber.
enum Libphonenumber {
    /// The longest text that can be a number, in bytes.
    static let longestText = Int(MK_PHONE_LONGEST_TEXT)

    static func hasRegion(_ code: String) -> Bool { mk_phone_is_region(code) }

    static var regions: [Region] {
        var regions: [Region] = []
        withUnsafeMutablePointer(to: &regions) { list in
            mk_phone_each_region(
                { code, list in
                    guard let code else { return }
                    list?.assumingMemoryBound(to: [Region].self).pointee.append(Region(known: String(cString: code)))
                }, list)
        }
        return regions
    }

    /// nil for an unknown region.
    static func callingCode(of region: Region) -> Int? {
        let code = Int(mk_phone_calling_code(region.code))
        return code > 0 ? code : nil
    }

    /// Reads a text that may be anything. Returns nil if it is not a number, or has a length that no number of its
    /// country has.
    static func parse(_ text: String, in region: Region) -> PhoneNumber? {
        var number = mk_phone_number()
        guard mk_phone_parse(text, text.utf8.count, region.code, &number), number.is_possible else { return nil }
        let subscriber = withUnsafeBytes(of: number.extension) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return PhoneNumber(e164: number.e164, extensionDigits: subscriber, isValid: number.is_valid)
    }

    static func isEmergency(_ digits: String, in region: Region) -> Bool {
        mk_phone_is_emergency(digits, digits.utf8.count, region.code)
    }

    static func isShort(_ digits: String, in region: Region) -> Bool {
        mk_phone_is_short(digits, digits.utf8.count, region.code)
    }

    static func format(_ number: PhoneNumber, national: Bool) -> String? {
        let style = national ? MK_PHONE_NATIONAL : MK_PHONE_INTERNATIONAL
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let length = mk_phone_format(
                number.e164, number.extensionDigits, style, buffer.baseAddress, buffer.count)
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
        }
        return text.isEmpty ? nil : text
    }

    static func country(of e164: Int64) -> Region? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 3) { code in
            guard let start = code.baseAddress, mk_phone_country(e164, start) else { return nil }
            return Region(known: String(cString: start))
        }
    }
}

/// The country in which a number without a country code is dialled.
package struct Region: Hashable, Sendable {
    /// Only numbers with a country code can be read.
    package static let unknown = Region(known: unknownCode)
    private static let unknownCode = "ZZ"

    /// Two letters of ISO 3166-1 in upper case; "ZZ" for the unknown region.
    package let code: String

    /// The region with that code, in upper or lower case.
    package init(code: String) throws(UnknownRegionError) {
        // Only ASCII, because `ß` is `SS` in upper case.
        guard code.utf8.count == 2, code.allSatisfy(\.isASCII) else { throw UnknownRegionError(code: code) }
        let code = code.uppercased()
        guard code == Self.unknownCode || Libphonenumber.hasRegion(code) else { throw UnknownRegionError(code: code) }
        self.code = code
    }

    /// The region of the user, from the locale in the environment of a process.
    ///
    /// `LC_TELEPHONE` comes before `LC_ALL` and `LANG`, because a user sets it only to name this region, whereas a
    /// script or a unit sets `LC_ALL` for the language of messages. A locale without a known region, such as `C`, has
    /// no effect.
    package init(environment: [String: String]) {
        let locales = ["LC_TELEPHONE", "LC_ALL", "LANG"].compactMap { environment[$0] }
        self = locales.lazy.compactMap(Region.init(locale:)).first ?? .unknown
    }

    init(known code: String) { self.code = code }

    /// `de_AT.UTF-8@euro` has the region `AT`, and so has `de-Latn-AT`.
    private init?(locale: String) {
        let name = locale.prefix(64).prefix { $0 != "." && $0 != "@" }
        let subtags = name.split { $0 == "_" || $0 == "-" }
        guard let territory = subtags.dropFirst().last(where: { $0.utf8.count == 2 }),
            let region = try? Region(code: String(territory)), region != .unknown
        else { return nil }
        self = region
    }
}

/// A code that is not a region.
package struct UnknownRegionError: Error, Hashable, Sendable {
    let code: String

    /// What is wrong, and what to do. UK is the code that people expect and ISO 3166-1 does not have.
    package var message: String {
        let example = code == "UK" ? "use GB for the United Kingdom" : "such as DE"
        return "'\(code)' is not a known country; write two letters of ISO 3166-1, \(example)"
    }
}

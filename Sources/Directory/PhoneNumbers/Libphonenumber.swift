// SPDX-License-Identifier: MIT

internal import CPhoneNumber

/// The only user of libphonenumber.
enum Libphonenumber {
    /// The longest text that can be a number, in bytes.
    static let longestText = Int(MK_PHONE_LONGEST_TEXT)

    static func hasRegion(_ code: String) -> Bool { mk_phone_is_region(code) }

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

// SPDX-License-Identifier: MIT

import PhoneNumbers
import TestNames
import Testing

struct ParsedNumberTests {
    @Test(arguments: [
        ("030 123456", "DE", 4_930_123_456), ("+49 (0)30 123456", "US", 4_930_123_456),
        ("(030) 123 456", "DE", 4_930_123_456), ("030/123456", "DE", 4_930_123_456),
        ("030.12.34.56", "DE", 4_930_123_456), ("[030] 123-456", "DE", 4_930_123_456),
        ("  +49\t30\n123456 ", "ZZ", 4_930_123_456), ("0049 30 123456", "AT", 4_930_123_456),
        ("011 49 30 123456", "US", 4_930_123_456), ("4930123456", "DE", 4_930_123_456),
        ("tel:+49-30-123456", "ZZ", 4_930_123_456), ("TEL:030%20123456", "DE", 4_930_123_456),
        ("tel:123456;phone-context=+49-30", "ZZ", 4_930_123_456),
        ("tel:331-6005;phone-context=+64-3", "US", 6_433_316_005),
        ("0012125550100", "DE", 12_125_550_100), ("(212) 555-0100", "US", 12_125_550_100),
        ("1-212-555-0100", "US", 12_125_550_100), ("1800FLOWERS", "US", 18_003_569_377),
        ("1-800-flowers", "US", 18_003_569_377), ("416 555 0100", "CA", 14_165_550_100),
        ("8 (912) 345-67-89", "RU", 79_123_456_789), ("+7 700 123 45 67", "RU", 77_001_234_567),
        ("06 12345678", "IT", 390_612_345_678), ("+39 06 12345678", "DE", 390_612_345_678),
        ("020 7946 0018", "GB", 442_079_460_018), ("01 42 68 53 00", "FR", 33_142_685_300),
        ("01 5861234", "AT", 4_315_861_234), ("044 668 18 00", "CH", 41_446_681_800),
        ("612 34 56 78", "ES", 34_612_345_678), ("21 123 4567", "PT", 351_211_234_567),
        ("020 123 4567", "NL", 31_201_234_567), ("02 123 45 67", "BE", 3_221_234_567),
        ("32 12 34 56", "DK", 4_532_123_456), ("22 12 34 56", "NO", 4_722_123_456),
        ("08-123 456 78", "SE", 46_812_345_678), ("09 1234567", "FI", 35_891_234_567),
        ("22 123 45 67", "PL", 48_221_234_567), ("212 345 678", "CZ", 420_212_345_678),
        ("(06 1) 234 5678", "HU", 3_612_345_678), ("044 123 4567", "UA", 380_441_234_567),
        ("21 2345 6789", "GR", 302_123_456_789), ("0212 345 67 89", "TR", 902_123_456_789),
        ("03-123-4567", "IL", 97_231_234_567), ("02 23456789", "EG", 20_223_456_789),
        ("011 123 4567", "ZA", 27_111_234_567), ("0803 123 4567", "NG", 2_348_031_234_567),
        ("098765 43210", "IN", 919_876_543_210), ("010 1234 5678", "CN", 861_012_345_678),
        ("138 0013 8000", "CN", 8_613_800_138_000), ("2123 4567", "HK", 85_221_234_567),
        ("02 2123 4567", "TW", 886_221_234_567), ("03-1234-5678", "JP", 81_312_345_678),
        ("02-312-3456", "KR", 8_223_123_456), ("6123 4567", "SG", 6_561_234_567),
        ("02 123 4567", "TH", 6_621_234_567),
        ("(02) 8123 4567", "AU", 61_281_234_567), ("13 15 00", "AU", 61_131_500), ("03-331 6005", "NZ", 6_433_316_005),
        ("(11) 96123-4567", "BR", 5_511_961_234_567), ("011 15-2345-6789", "AR", 5_491_123_456_789),
        ("55 1234 5678", "MX", 525_512_345_678), ("+290 22158", "ZZ", 29_022_158),
        ("+800 1234 5678", "ZZ", 80_012_345_678), ("+883 5100 0000 0091", "ZZ", 883_510_000_000_091),
    ])
    func `A number in any spelling of its country has one value`(_ text: String, _ code: String, _ e164: Int64) throws {
        #expect(ParsedNumber(text, in: try Region(code: code))?.number?.e164 == e164)
    }

    @Test(arguments: [
        ("٠٣٠١٢٣٤٥٦", "DE", 4_930_123_456), ("۰۲۱ ۲۲۳۴ ۵۶۷۸", "IR", 982_122_345_678),
        ("०९८७६५४३२१०", "IN", 919_876_543_210), ("০১৭১২৩৪৫৬৭৮", "BD", 8_801_712_345_678),
        ("０３−１２３４−５６７８", "JP", 81_312_345_678), ("＋４９ ３０ １２３４５６", "ZZ", 4_930_123_456),
        ("+49\u{A0}30\u{202F}123456", "ZZ", 4_930_123_456), ("+49 30‐12‑34–56", "ZZ", 4_930_123_456),
        ("\u{202A}+49 30 123456\u{202C}", "ZZ", 4_930_123_456), ("+49\u{200B}30\u{AD}123456", "ZZ", 4_930_123_456),
        ("\u{FEFF}030 123456", "DE", 4_930_123_456),
    ])
    func `Digits, spaces and dashes of other scripts and invisible characters do not change a number`(
        _ text: String, _ code: String, _ e164: Int64
    ) throws {
        #expect(ParsedNumber(text, in: try Region(code: code))?.number?.e164 == e164)
    }

    @Test(arguments: [
        ("tel:+49-30-123456;ext=7", "7"), ("+49 30 123456 ext. 7", "7"), ("+49 30 123456 x7", "7"),
        ("+49 30 123456 #7", "7"), ("+49 30 123456;ext=0012", "0012"), ("+49 30 123456", ""),
    ])
    func `The extension of a number is not a part of its value`(_ text: String, _ digits: String) {
        let number = ParsedNumber(text, in: .unknown)?.number
        #expect(number?.e164 == 4_930_123_456)
        #expect(number?.extensionDigits == digits)
    }

    @Test(arguments: [
        ("+49 30 123456", true), ("+1 212 555 0100", true), ("+1 999 555 0100", false), ("+44 20 7946 0018", true),
        ("+44 9999 999999", false),
    ])
    func `A number with a prefix that its country has not assigned is not valid`(_ text: String, _ isValid: Bool) {
        #expect(ParsedNumber(text, in: .unknown)?.number?.isValid == isValid)
    }

    @Test(arguments: [
        ("110", "DE", true), ("112", "DE", true), ("1-1-2", "DE", true), ("115", "DE", false), ("116117", "DE", false),
        ("22833", "DE", false), ("3311", "DE", false), ("911", "US", true), ("112", "US", true), ("411", "US", false),
        ("911", "DE", false), ("999", "GB", true), ("101", "GB", false), ("000", "AU", true), ("144", "AT", true),
        ("142", "AT", false), ("118", "CH", true), ("18", "FR", true), ("3615", "FR", false), ("119", "JP", true),
        ("١١٢", "DE", true), ("10086", "CN", false), ("112", "ZZ", true), ("911", "ZZ", true), ("110", "ZZ", false),
        ("7042", "ZZ", false), ("08", "SE", false), ("1", "DE", false),
    ])
    func `A short number keeps its digits and is marked if it is an emergency number of the region`(
        _ text: String, _ code: String, _ isEmergency: Bool
    ) throws {
        let short = try #require(ParsedNumber(text, in: try Region(code: code))?.short)
        #expect(short.isEmergency == isEmergency)
        #expect(short.digits.utf8.allSatisfy { (48...57).contains($0) })
        #expect(ParsedNumber(short.digits, in: try Region(code: code)) == .short(short))
    }

    @Test(
        arguments: [
            ("", "DE"), (" ", "DE"), ("**21*#", "DE"), ("*100#", "DE"), ("100#", "DE"), ("#31#030123456", "DE"),
            ("12#34#", "DE"), ("anonymous", "DE"), ("Ada 030 123456", "DE"), ("sip:+4930123456@example.org", "DE"),
            ("ada1030123456@example.org", "DE"), ("030 123456", "ZZ"), ("5550100", "US"), ("+", "DE"), ("+0", "DE"),
            ("+49 110", "DE"), ("+999 123456", "DE"), ("+49301234567890123", "DE"), ("+49\u{0}30123456", "DE"),
            ("030 123456\u{7F}", "DE"),
            ("tel:", "DE"), ("tel:%", "DE"), ("tel:%2A21", "DE"), ("mailto:030123456", "DE"), ("030123456 Büro", "DE"),
            (String(repeating: "1", count: 251), "DE"), (String(repeating: "+49", count: 1_000_000), "DE"),
        ].map { (Shortened($0), $1) })
    func `A text that is not a number, a network code or an incomplete number gives nothing`(
        _ text: Shortened<String>, _ code: String
    ) throws {
        #expect(ParsedNumber(text.value, in: try Region(code: code)) == nil)
    }
}

extension ParsedNumber {
    var number: PhoneNumber? { if case .number(let number) = self { number } else { nil } }
    var short: ShortNumber? { if case .short(let short) = self { short } else { nil } }
}

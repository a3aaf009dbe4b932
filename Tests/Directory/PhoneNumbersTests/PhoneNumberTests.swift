// SPDX-License-Identifier: MIT

import PhoneNumbers
import Testing

struct PhoneNumberTests {
    @Test(arguments: [
        ("+4930123456", "DE", "030 123456"), ("+4930123456", "AT", "+49 30 123456"),
        ("+4930123456", "ZZ", "+49 30 123456"), ("+12125550100", "US", "(212) 555-0100"),
        ("+14165550100", "US", "+1 416-555-0100"), ("+14165550100", "CA", "(416) 555-0100"),
        ("+390612345678", "IT", "06 1234 5678"), ("+390612345678", "DE", "+39 06 1234 5678"),
        ("+33142685300", "FR", "01 42 68 53 00"), ("+442079460018", "GB", "020 7946 0018"),
        ("+81312345678", "JP", "03-1234-5678"), ("+79123456789", "RU", "8 (912) 345-67-89"),
        ("+4930123456;ext=7", "DE", "030 123456 ext. 7"), ("+80012345678", "DE", "+800 1234 5678"),
    ])
    func `A number is national in the user's own region and international elsewhere`(
        _ text: String, _ code: String, _ formatted: String
    ) throws {
        let region = try Region(code: code)
        #expect(ParsedNumber(text, in: region)?.formatted(for: region) == formatted)
    }

    @Test func `A short number is shown as its digits`() throws {
        let region = try Region(code: "DE")
        #expect(ParsedNumber("116 117", in: region)?.formatted(for: region) == "116117")
    }

    @Test(
        arguments: [
            (4_930_123_456, "DE"), (12_125_550_100, "US"), (14_165_550_100, "CA"), (77_001_234_567, "KZ"),
            (79_123_456_789, "RU"), (390_612_345_678, "IT"), (390_669_812_345, "VA"), (441_534_456_789, "JE"),
            (35_818_123_456, "AX"), (29_022_158, "SH"), (19_995_550_100, "US"), (449_999_999_999, "GB"),
            (80_012_345_678, nil),
            (883_510_000_000_091, nil), (0, nil), (-4_930_123_456, nil), (.max, nil), (.min, nil), (999_123_456, nil),
        ] as [(Int64, String?)])
    func `The country of a number is known without a text`(_ e164: Int64, _ code: String?) throws {
        #expect(PhoneNumber(e164: e164)?.country == (try code.map { try Region(code: $0) }))
    }

    @Test(arguments: [4_930_123_456, 390_612_345_678, 12_125_550_100, 29_022_158, 883_510_000_000_091] as [Int64])
    func `A number from a list has the same value as its text`(_ e164: Int64) {
        #expect(PhoneNumber(e164: e164)?.e164 == e164)
        #expect(PhoneNumber(e164: e164).map(ParsedNumber.number) == ParsedNumber("+\(e164)", in: .unknown))
    }

    @Test(arguments: [0, 1, 49, -1, 999_123_456, 1_000_000_000_000_000, .max, .min] as [Int64])
    func `A value that no number can have gives no number`(_ e164: Int64) {
        #expect(PhoneNumber(e164: e164) == nil)
    }

    @Test func `The warm-up works for every region, also for the unknown one`() throws {
        for code in ["DE", "US", "ZZ"] { PhoneNumber.warmUp(for: try Region(code: code)) }
        #expect(PhoneNumber(e164: 4_930_123_456)?.isValid == true)
    }
}

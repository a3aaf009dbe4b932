// SPDX-License-Identifier: MIT

import CPhoneNumber
import CallContract
import CallLinks
import PhoneNumbers
import Testing

/// Every function must return for every text, and what it returns must be harmless.
struct HostileTextTests {
    @Test(arguments: 0..<8) func `No random text breaks a function`(_ seed: UInt64) throws {
        var random = RandomText(seed: seed)
        let regions = try ["DE", "US", "IT", "AR", "ZZ"].map { try Region(code: $0) }
        for _ in 0..<500 {
            let text = random.text()
            let region = regions[Int(random.next() % UInt64(regions.count))]
            check(ParsedNumber(text, in: region), in: region)
            for kind in Handle.Kind.allCases { check(Handle(kind: kind, value: text), in: region) }
            if let link = try? CallLink(text) { check(link) }
            _ = try? Region(code: text)
            _ = Region(environment: ["LANG": text])
        }
    }

    @Test(arguments: 0..<4) func `No bytes break the functions in C`(_ seed: UInt64) {
        var random = RandomText(seed: seed)
        for _ in 0..<1_000 {
            let bytes = random.bytes().map { CChar(truncatingIfNeeded: $0) }
            let region = random.bytes().map { CChar(truncatingIfNeeded: $0) } + [0]
            for code in [region, [68, 69, 0]] {
                var number = mk_phone_number()
                if mk_phone_parse(bytes, bytes.count, code, &number) {
                    #expect((1...999_999_999_999_999).contains(number.e164))
                }
                _ = mk_phone_is_emergency(bytes, bytes.count, code)
                _ = mk_phone_is_short(bytes, bytes.count, code)
                _ = mk_phone_is_region(code)
            }
        }
    }

    @Test func `The functions in C refuse a text that is too long, and keep to the size of the buffer`() {
        let text = [CChar](repeating: 49, count: 10 << 20)
        var number = mk_phone_number()
        #expect(!mk_phone_parse(text, text.count, "DE", &number))
        #expect(!mk_phone_is_emergency(text, text.count, "DE"))
        #expect(!mk_phone_is_short(text, text.count, "DE"))
        var buffer = [CChar](repeating: 1, count: 16)
        #expect(mk_phone_format(4_930_123_456, "", MK_PHONE_INTERNATIONAL, &buffer, 12) == 0)
        #expect(buffer == [CChar](repeating: 1, count: 16))
        #expect(mk_phone_format(4_930_123_456, "", MK_PHONE_INTERNATIONAL, &buffer, 13) == 13)
        #expect(buffer[13...] == [1, 1, 1])
        #expect(mk_phone_format(.max, "", MK_PHONE_NATIONAL, &buffer, 16) == 0)
    }

    private func check(_ parsed: ParsedNumber?, in region: Region) {
        guard let parsed else { return }
        #expect(!parsed.formatted(for: region).isEmpty)
        switch parsed {
        case .number(let number):
            #expect((1...999_999_999_999_999).contains(number.e164))
            #expect(number.extensionDigits.utf8.allSatisfy { (48...57).contains($0) })
            _ = number.country
        case .short(let short):
            #expect(!short.digits.isEmpty && short.digits.utf8.allSatisfy { (48...57).contains($0) })
        }
    }

    private func check(_ handle: Handle, in region: Region) {
        let key = HandleKey(handle, in: region)
        #expect(key.text.isEmpty == (key == .hidden))
        #expect(key.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(handle.host?.isEmpty != true)
    }

    private func check(_ link: CallLink) {
        let value = link.handle.value
        #expect(!value.isEmpty && value.utf8.count <= Limits().textLength)
        #expect(!value.contains { "*#?".contains($0) })
        #expect(
            value.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
            })
        if link.handle.kind == .phoneNumber { #expect(value.utf8.allSatisfy { (48...57).contains($0) || $0 == 43 }) }
    }
}

/// Random texts from the pieces of links and numbers. The same seed gives the same texts.
private struct RandomText: RandomNumberGenerator {
    private var state: UInt64

    private static let pieces = [
        "tel:", "sip:", "sips:", "callto:", "facetime:", "facetime-audio:", "mailto:", "//", "+", "+49", "0", "00",
        "030",
        "123456", "1", "*", "#", "@", "@@", "example.org", "[::1]", ":5060", ":", ";", "=", "?", "%", "%2B", "%2A",
        "%00",
        "%FF", "%C3%A4", "%E2%80%AE", ";ext=", ";phone-context=", ";user=phone", ";isub=", "x7", "ext.", " ", "-", "(",
        ")",
        "ada", "anonymous", ".invalid", "\u{0}", "\n", "\u{202E}", "\u{200B}", "٠", "９", "＋", "é", "😀", "\u{10FFFF}",
        "~", "&",
    ]

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func text() -> String {
        (0..<next() % 12).map { _ in Self.pieces[Int(next() % UInt64(Self.pieces.count))] }.joined()
    }

    /// A text of `text()` with some bytes changed, so that most are not UTF-8.
    mutating func bytes() -> [UInt8] {
        var bytes = Array(text().utf8)
        for index in bytes.indices where next() % 8 == 0 { bytes[index] = UInt8(truncatingIfNeeded: next()) }
        return bytes
    }
}

// SPDX-License-Identifier: MIT

import CallContract
import Testing

@testable import AddressBooks

/// Cards that are damaged or too large: the reader gives the others, and a reason with a line.
struct HostileCardTests {
    private static let bob = "BEGIN:VCARD\nFN:Bob\nEND:VCARD\n"

    @Test(arguments: [
        ("BEGIN:VCARD\nFN:Ada\n\(bob)", VCardFault(line: 1, reason: .cardDoesNotEnd)),
        ("\(bob)BEGIN:VCARD\nFN:Ada\n", VCardFault(line: 4, reason: .cardDoesNotEnd)),
        ("BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\n", VCardFault(line: 1, reason: .cardDoesNotEnd)),
        ("Dear Ada,\nhello\n\(bob)", VCardFault(line: 1, reason: .textOutsideCard)),
        ("\(bob)\u{0}\u{0}\u{0}", VCardFault(line: 4, reason: .textOutsideCard)),
        ("BEGIN:VCARD\nFN:Bob\nTEL\nEND:VCARD", VCardFault(line: 3, reason: .lineHasNoColon)),
        ("BEGIN:VCARD\nFN:Bob\nTEL;ENCODING=B:???\nEND:VCARD", VCardFault(line: 3, reason: .badEncoding)),
        (
            "BEGIN:VCARD\nFN:Bob\nPHOTO;ENCODING=B:iVBORw0KGgo\nEND:VCARD",
            VCardFault(line: 3, reason: .picture(.isDamaged))
        ),
        (
            "BEGIN:VCARD\nFN:Bob\nPHOTO:data:image/svg+xml;base64,PHN2Zy8+\nEND:VCARD",
            VCardFault(line: 3, reason: .picture(.isUnknownFormat))
        ),
    ]) func `A damaged part has a reason, and the reader gives the other parts`(text: String, fault: VCardFault) {
        let items = read(text)
        #expect(items.contains(.fault(fault)))
        #expect(items.count { if case .fault = $0 { true } else { false } } == 1)
        if text.contains("Bob") { #expect(namesOfCards(text) == ["Bob"]) }
        #expect(fault.message.hasSuffix("."))
    }

    @Test func `Bytes that are not UTF-8 are replaced, and the card is read`() {
        let (before, after) = ("BEGIN:VCARD\nVERSION:3.0\nFN:A", "\nEND:VCARD")
        var reader = VCardReader(Array(before.utf8) + [0xFF, 0xC3] + Array(after.utf8))
        guard case .card(let card)? = reader.readAll().first else {
            Issue.record("The reader gives no card")
            return
        }
        #expect(card.name == "A\u{FFFD}\u{FFFD}")
    }

    @Test func `A file in UTF-16 or beyond the limit is not read`() {
        var reader = VCardReader([0xFF, 0xFE] + Self.bob.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(reader.readAll() == [.fault(VCardFault(line: 1, reason: .fileIsUTF16))])
        var limits = VCardLimits()
        limits.file = 20
        #expect(
            read(Self.bob, limits: limits) == [.fault(VCardFault(line: 1, reason: .fileIsTooLarge(limit: 20)))])
    }

    @Test func `Lines, values, handles, cards and faults have limits`() {
        var limits = VCardLimits()
        (limits.line, limits.value, limits.handles, limits.cards, limits.faults) = (40, 20, 2, 2, 5)
        let long = String(repeating: "1", count: 30)
        let card = "BEGIN:VCARD\nFN:A\nTEL:\(long)\nTEL:\(long)\(long)\nTEL:1\nTEL:2\nTEL:3\nTEL:4\nEND:VCARD\n"
        let faults: [VCardFault] = [
            VCardFault(line: 3, reason: .valueIsTooLong(limit: 20)),
            VCardFault(line: 4, reason: .lineIsTooLong(limit: 40)),
            VCardFault(line: 7, reason: .tooManyHandles(limit: 2)),
        ]
        let items = read(card, limits: limits)
        #expect(items.prefix(3) == faults.map { .fault($0) }[...])
        guard case .card(let read)? = items.last else {
            Issue.record("The reader gives no card")
            return
        }
        #expect(read.handles.map(\.handle.value) == ["1", "2"])
        let many = outline(Self.bob + Self.bob + Self.bob + Self.bob, limits)
        #expect(many == ["Bob", "Bob", "line 7: tooManyCards(limit: 2)"])
        let bad = outline("BEGIN:VCARD\n" + String(repeating: "X\n", count: 9) + "END:VCARD", limits)
        #expect(bad.filter { $0.hasPrefix("line") }.count == 5)
        #expect(bad[4] == "line 6: tooManyFaults")
    }

    @Test func `A long name is cut, and marks cannot pile up without an end`() {
        let name = namesOfCards("BEGIN:VCARD\nFN:A\(String(repeating: "\u{301}", count: 5_000))\nEND:VCARD")[0]
        #expect(name.unicodeScalars.count == 256)
    }

    /// The filling takes the place of #: as it is, in parameters, folded, in soft line breaks, and as base64.
    @Test(arguments: [
        "FN:#", "#", "FN;#:x", "FN;X=\"#", "TEL;TYPE=#:1", "NOTE:#\n ", "FN;ENCODING=QUOTED-PRINTABLE:#=\n",
        "NOTE;ENCODING=B:#\n", "N:#;",
    ]) func `The time for a line of ten megabytes does not grow with the square of its length`(pattern: String) {
        let (small, large) = (Self.time(pattern, 1 << 18), Self.time(pattern, 10 << 20))
        // The size grows by 40 and its square by 1,600.
        #expect(large < small * 400 || large < .seconds(1))
    }

    private static func time(_ pattern: String, _ size: Int) -> Duration {
        let parts = pattern.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let piece = String(repeating: "A", count: 64)
        // A line break or a separator repeats with the filling.
        let filling = parts[1].contains("\n") || parts[1] == ";" ? piece + parts[1] : piece
        let line = parts[0] + String(repeating: filling, count: size / filling.utf8.count) + parts[1]
        let text = "BEGIN:VCARD\n\(line)\nEND:VCARD\n" + bob
        return ContinuousClock().measure { #expect(namesOfCards(text).last == "Bob") }
    }

    private func outline(_ text: String, _ limits: VCardLimits) -> [String] {
        read(text, limits: limits).map { item in
            switch item {
            case .card(let card): card.name
            case .fault(let fault): "line \(fault.line): \(fault.reason)"
            }
        }
    }
}

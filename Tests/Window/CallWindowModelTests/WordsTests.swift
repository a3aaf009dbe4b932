// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import SDBus
import Testing

/// What people read about calls and contacts.
struct WordsTests {
    private func call(_ more: [String: Variant]) -> RecentCall {
        RecentCall(
            [String: Variant]([.entry: .int64(1), .startedAt: .uint64(1), .outcome: .string("missed")])
                .merging(more) { $1 })
    }

    @Test func `A caller without a name has its number, and without a number it is unknown`() {
        let handle = WireHandle(type: Received(.phoneNumber), value: "+4930123456").variant
        #expect(call([:]).title == "Unknown caller")
        #expect(call([String: Variant]([.remoteHandle: handle])).title == "\u{2068}+4930123456\u{2069}")
        let named = call([String: Variant]([.remoteHandle: handle, .name: .string("Ada")]))
        #expect(named.title == "\u{2068}Ada\u{2069}" && named.subtitle == "Missed · \u{2068}+4930123456\u{2069}")
    }

    @Test(arguments: CallOutcome.allCases)
    func `Every outcome has words and an icon`(outcome: CallOutcome) {
        let call = call([String: Variant]([.outcome: .string(outcome.rawValue)]))
        #expect(!call.outcomeWords.isEmpty && call.icon.hasSuffix("-symbolic"))
    }

    @Test func `A name cannot break the line, turn the direction of the rest, or be endless`() {
        let evil = "Ada\u{202E}evil\n<b>\(String(repeating: "x", count: 10_000))"
        let title = call([String: Variant]([.name: .string(evil)])).title
        #expect(title.unicodeScalars.count < 210 && !title.contains("\n") && !title.contains("\u{202E}"))
        #expect(title.contains("<b>"), "markup is text")
        #expect(title.hasPrefix("\u{2068}") && title.hasSuffix("\u{2069}"))
        let marks = "a" + String(repeating: "\u{0301}", count: 10_000)
        #expect(call([String: Variant]([.name: .string(marks)])).title.unicodeScalars.count < 210)
    }

    @Test(
        arguments: [
            (0, 1, ""), (1, 1, "0:00"), (1_000_000, 188_000_000, "3:07"), (1_000_000, 3_724_000_000, "1:02:03"),
            (2, 1, ""),
        ] as [(UInt64, UInt64, String)])
    func `A duration has minutes and seconds`(start: UInt64, end: UInt64, text: String) {
        #expect(CallDays.duration(from: start, to: end) == text)
    }

    @Test func `A contact with one number that a person answers is called without a question`() {
        func contact(_ uses: [String]) -> Person {
            Person(
                contact: [String: Variant]([
                    .name: .string("Ada"),
                    .addresses: .array(
                        of: "(sss)",
                        uses.map { .structure([.string("phone-number"), .string("+49" + $0), .string($0)]) }),
                ]))
        }
        #expect(contact(["fax", "home"]).only?.use == "home")
        #expect(contact(["work", "home"]).only == nil && contact([]).only == nil && contact(["fax"]).only == nil)
        #expect(contact(["work", "home"]).subtitle == "\u{2068}+49work\u{2069} +1")
    }

    @Test(arguments: CallError.Code.allCases)
    func `Every refusal of the call service has a sentence for people, without the service's own text`(
        code: CallError.Code
    ) {
        let words = CallServiceWords.text(CallError(code, "the message of the service").onBus)
        #expect(words.hasSuffix(".") && !words.contains("message of the service"))
    }

    @Test(arguments: ListErrorCode.allCases)
    func `Every failure of a list has a sentence for people, without the directory's own text`(code: ListErrorCode) {
        let words = DirectoryWords.text(BusError(name: code.name, message: "the message of the directory"))
        #expect(words == DirectoryWords.list(code.name) && !words.contains("message of the directory"))
    }

    @Test func `A part of a sentence may contain a sign of percent, and a translation may turn the parts around`() {
        #expect(Catalogue.text("%2$s before %1$s, 100 %", parts: "%2$s", "b%s") == "b%s before %2$s, 100 %")
        #expect(Catalogue.text("%s.", parts: "50 %s") == "50 %s.")
    }
}

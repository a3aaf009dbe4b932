// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore
import DirectoryDatabase
import Testing

/// Search in names, addresses and numbers.
struct SearchTests {
    @Test(arguments: [
        ("Ångström", "angstrom"), ("A\u{30A}ngstro\u{308}m", "angstrom"), ("Straße", "strasse"), ("STRAẞE", "strasse"),
        ("Łódź", "lodz"), ("Søren Ærø", "soren aero"), ("Σίσυφος", "σισυφοσ"), ("ＡＤＡ", "ada"), ("ｶﾞ", "カ\u{3099}"),
        ("İstanbul", "istanbul"), ("ılgaz", "ilgaz"), ("ﬁn", "fin"), ("Ёлка", "елка"), ("٠٣٠", "030"), ("०३०", "030"),
        ("قُرْآن", "قران"), ("שָׁלוֹם", "שלום"), ("李小龙", "李小龙"), ("कुमार", "कुमार"), ("", ""),
    ])
    func `A text is folded to what people mean`(text: String, expected: String) {
        #expect(TextFolding.fold(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(TextFolding.fold(expected) == TextFolding.fold(TextFolding.fold(text)))
    }

    @Test func `Folding every character twice is the same as once`() {
        for value in (0...0x10FFFF as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
                scalar.properties.generalCategory != .privateUse
            else { continue }
            let once = TextFolding.fold(String(scalar))
            let twice = TextFolding.fold(once)
            if !once.unicodeScalars.elementsEqual(twice.unicodeScalars) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    private static let people: [(name: String, handle: String)] = [
        ("Ada Lovelace", "+4930123456"), ("Jürgen Groß", "juergen@example.org"), ("李小龙", "+8613812345678"),
        ("Αλέξης Ζορμπάς", "0301234"), ("100 % Pizza_Service", "pizza\\service"), ("محمد", "+20100"),
        ("Ирина Ёлкина", "irina"), ("", "+1 (212) 555-0100"),
    ]

    /// The people whom a text finds, the last one first.
    private static let found: [(text: String, people: [UInt64])] = [
        ("ada", [0]), ("LOVE", [0]), ("lace ada", [0]), ("ada\nlovelace", [0]), ("ada grace", []),
        ("gross", [1]), ("groß", [1]), ("jurgen", [1]), ("@example", [1]), ("key3", [3]),
        ("小龙", [2]), ("龙", [2]), ("αλεξησ", [3]), ("ΖΟΡΜΠΆΣ", [3]), ("محمد", [5]), ("مُحَمَّد", [5]), ("елкин", [6]),
        ("%", [4]), ("_", [4]), ("\\", [4]), ("100 %", [4]), ("'", []), ("", []), ("  ", []),
        ("030 123", [3, 0]), ("+49 30 123", [0]), ("0049 30", [0]), ("(0)30", [3, 0]), ("٠٣٠", [3, 0]),
        ("212-555", [7]), ("0", [7, 5, 4, 3, 0]),
        (String(repeating: "ada ", count: 10_000), [0]),
    ]

    @Test func `A search finds each call that has every word, in any script`() throws {
        let sample = try Sample()
        try sample.history.record(
            Self.people.enumerated().map { index, person in
                var call = PastCall.sample(UInt64(index), at: Time(index + 1), from: "key\(index)")
                call.name = person.name
                call.handle = Handle(kind: .generic, value: person.handle)
                return call
            })
        for (text, people) in Self.found {
            #expect(try sample.history.search(text, limit: 99).map(\.number) == people, "\(text.prefix(20))")
        }
    }

    @Test func `A search has pages, and can leave out blocked calls`() throws {
        let sample = try Sample()
        try sample.history.record(
            (1...6 as ClosedRange<UInt64>).map { number in
                var call = PastCall.sample(number, at: number, outcome: number % 2 == 0 ? .blockList : .missed)
                call.name = "Ada"
                return call
            })
        #expect(try sample.history.search("ada", before: 5, limit: 2).map(\.number) == [4, 3])
        #expect(try sample.history.search("ada", includesBlocked: false, limit: 9).map(\.number) == [5, 3, 1])
    }
}

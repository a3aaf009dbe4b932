// SPDX-License-Identifier: MIT

internal import CallModel
internal import Foundation

/// The form of names, addresses and numbers in which a search compares them.
package enum SearchText {
    /// The text without the differences that people do not mean: case, accents, width, ligatures, the digits of a script.
    /// Folding twice changes nothing more.
    ///
    ///     Ångström  angstrom        ＡＤＡ  ada         Σίσυφος  σισυφοσ
    ///     Straße    strasse         Łódź    lodz        ٠٣٠      030
    package static func fold(_ text: String) -> String {
        let scalars = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !$0.isAccent }
        // Upper case makes ß and ς the same as ss and σ, but only lower case makes ẞ the same as ß.
        let folded = String(String.UnicodeScalarView(scalars)).lowercased().uppercased().lowercased()
        return String(String.UnicodeScalarView(folded.unicodeScalars.flatMap(\.plain)))
    }

    /// The texts that each must be somewhere in the column. A text that is a telephone number is one word, without the zeros
    /// or the plus sign before it, because they depend on how the number was written.
    static func words(of query: String) -> [String] {
        let folded = fold(String(query.unicodeScalars.prefix(lengthLimit)))
        let digits = folded.unicodeScalars.filter { ("0"..."9").contains($0) }
        if !digits.isEmpty, folded.unicodeScalars.allSatisfy({ "0123456789 +-./()".unicodeScalars.contains($0) }) {
            let number = String(String.UnicodeScalarView(digits.drop { $0 == "0" }))
            return [number.isEmpty ? "0" : number]
        }
        return folded.split(whereSeparator: \.isWhitespace).prefix(wordLimit).map(String.init)
    }

    /// More text only makes the search slower.
    private static let (lengthLimit, wordLimit) = (256, 8)

    /// The column of a call: its texts on a line each, and the number without separators.
    static func folded(_ call: PastCall) -> String {
        let handle = call.handle?.value ?? ""
        let digits = String(String.UnicodeScalarView(fold(handle).unicodeScalars.filter { ("0"..."9").contains($0) }))
        return [fold(call.name), fold(handle), fold(call.callerKey), digits].joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// Whether it is a mark above or below a letter, or a vowel point of Hebrew or Arabic. Other marks are letters to their
    /// readers: vowels in India, tones in Thailand, voiced sounds in Japan.
    fileprivate var isAccent: Bool {
        properties.generalCategory == .nonspacingMark
            && (properties.canonicalCombiningClass.rawValue >= 200
                || (10...36).contains(properties.canonicalCombiningClass.rawValue))
    }

    /// The letters that have a stroke instead of an accent, and the digits of every script, as people type them elsewhere.
    fileprivate var plain: [Unicode.Scalar] {
        switch self {
        case "ø": ["o"]
        case "ł": ["l"]
        case "đ": ["d"]
        case "ħ": ["h"]
        case "æ": ["a", "e"]
        case "œ": ["o", "e"]
        default:
            [decimalDigit ?? self]
        }
    }

    private var decimalDigit: Unicode.Scalar? {
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return UInt8(exactly: value).map { Unicode.Scalar(UInt8(ascii: "0") + $0) }
    }
}

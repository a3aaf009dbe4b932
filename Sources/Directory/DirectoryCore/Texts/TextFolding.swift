// SPDX-License-Identifier: MIT

// The standard library has no public decomposition of characters.
internal import Foundation

/// The form of names, addresses and numbers in which a search compares them.
package enum TextFolding {
    /// The text without the differences that people do not mean: case, accents, width, ligatures, the digits of a
    /// script. Folding twice changes nothing more.
    ///
    ///     Ångström  angstrom        ＡＤＡ  ada         Σίσυφος  σισυφοσ
    ///     Straße    strasse         Łódź    lodz        ٠٣٠      030
    package static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let scalars = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !$0.isAccent }
        // Upper case makes ß and ς the same as ss and σ, but only lower case makes ẞ the same as ß.
        let folded = String(String.UnicodeScalarView(scalars)).lowercased().uppercased().lowercased()
        return String(String.UnicodeScalarView(folded.unicodeScalars.flatMap(\.plain)))
    }
}

extension Unicode.Scalar {
    /// Whether it is a mark above or below a letter, or a vowel point of Hebrew or Arabic. Other marks are letters to
    /// their readers: vowels in India, tones in Thailand, voiced sounds in Japan.
    fileprivate var isAccent: Bool {
        properties.generalCategory == .nonspacingMark
            && (properties.canonicalCombiningClass.rawValue >= 200
                || (10...36).contains(properties.canonicalCombiningClass.rawValue))
    }

    /// The letters that have a stroke instead of an accent, and the digits of every script, as people type them
    /// elsewhere.
    fileprivate var plain: [Unicode.Scalar] {
        switch self {
        case "ø": ["o"]
        case "ł": ["l"]
        case "đ", "ð": ["d"]
        case "ħ": ["h"]
        case "æ": ["a", "e"]
        case "œ": ["o", "e"]
        case "þ": ["t", "h"]
        default: [decimalDigit ?? self]
        }
    }

    private var decimalDigit: Unicode.Scalar? {
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return UInt8(exactly: value).map { Unicode.Scalar(UInt8(ascii: "0") + $0) }
    }
}

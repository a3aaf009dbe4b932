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

/// A cell of an exported table, in quotes (RFC 4180).
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, also one in quotes, and a formula
/// can send data away. So such a cell gets an apostrophe before it, which spreadsheets do not show, and `text` removes
/// it. A cell that begins with a tab, the end of a line or an apostrophe gets one too: some programs remove the former,
/// and every text can be read back, except that a text loses the characters that change its order on the screen.
package enum CSVCell {
    /// Scalars, because an accent behind the sign makes it another character.
    private static let guarded = Set("=+-@\t\r\n＝＋－＠'".unicodeScalars)
    private static let quote = UInt8(ascii: "\"")

    /// A number is `"+4930123456"`, without an apostrophe, so that every program can read it: as a formula it would
    /// only be its own digits.
    package static func bytes(number: String) -> [UInt8] { Array("\"\(number)\"".utf8) }

    package static func bytes(_ text: String) -> [UInt8] {
        let text = text.inReadingOrder
        var cell = [quote]
        if text.unicodeScalars.first.map(guarded.contains) == true { cell.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == quote { cell.append(quote) }
            cell.append(byte)
        }
        return cell + [quote]
    }

    /// The text of a cell that was written for a spreadsheet.
    package static func text(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        guard scalars.first == "'", let second = scalars.dropFirst().first, guarded.contains(second) else {
            return cell
        }
        return String(String.UnicodeScalarView(scalars.dropFirst()))
    }
}

extension String {
    /// The text without the invisible characters that change the order in which a screen shows it and the text after
    /// it. A person who reads an exported file sees its characters in their order, and no cell changes the look of
    /// another.
    package var inReadingOrder: String {
        // The first byte of each of these characters is D8 or E2.
        guard utf8.contains(where: { $0 == 0xD8 || $0 == 0xE2 }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isBidiControl }))
    }
}

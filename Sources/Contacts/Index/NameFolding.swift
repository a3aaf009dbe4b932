// SPDX-License-Identifier: MIT

// The standard library has no public decomposition of characters.
internal import Foundation

/// Names as the search compares them.
enum NameFolding {
    /// The words of a text in lower case, without accents, with one space between them.
    static func folded(_ text: String) -> String {
        var words = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in fold(text).unicodeScalars where !"'’ʼ".unicodeScalars.contains(scalar) {
            if isPartOfWord(scalar) {
                if isSpaceDue { words.append(" ") }
                isSpaceDue = false
                words.append(scalar)
            } else {
                isSpaceDue = !words.isEmpty
            }
        }
        return String(words)
    }

    /// Whether the words of a script have no spaces between them, so that a word may begin anywhere.
    static func hasNoSpaces(_ word: Substring.UTF8View) -> Bool {
        Substring(word).unicodeScalars.contains { scalar in
            scalar.properties.isIdeographic || spaceless.contains { $0.contains(scalar.value) }
        }
    }

    /// The text without the differences that people do not mean: case, accents, width.
    private static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var plain = String.UnicodeScalarView()
        for scalar in folded.lowercased().unicodeScalars where !isAccent(scalar) {
            if let letters = letters[scalar] { plain += letters } else { plain.append(scalar) }
        }
        return String(plain)
    }

    /// Letters that have no decomposition, and that people write without their stroke on other keyboards.
    private static let letters: [Unicode.Scalar: String.UnicodeScalarView] = [
        "ł": "l".unicodeScalars, "ø": "o".unicodeScalars, "đ": "d".unicodeScalars, "ð": "d".unicodeScalars,
        "ı": "i".unicodeScalars, "ħ": "h".unicodeScalars, "ß": "ss".unicodeScalars, "æ": "ae".unicodeScalars,
        "œ": "oe".unicodeScalars, "þ": "th".unicodeScalars,
    ]

    /// Thai to Myanmar, Khmer, Hiragana and Katakana, Hangul.
    private static let spaceless: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0xAC00...0xD7A3, 0x1100...0x11FF,
    ]

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) }
        let properties = scalar.properties
        if properties.isAlphabetic || properties.numericType != nil { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether it is a mark above or below a letter, or a vowel mark of Hebrew or Arabic. Other marks are letters to their
    /// readers, e.g. the vowels of India.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.canonicalCombiningClass.rawValue {
        case 10...36, 200...240: true
        default: false
        }
    }
}

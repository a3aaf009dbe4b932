// SPDX-License-Identifier: MIT

// The standard library has no public decomposition of characters.
internal import Foundation

/// Names as the search compares them.
enum NameFolding {
    /// The words of a text in lower case, without accents, with one space between them.
    static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in plain(text).unicodeScalars {
            if isIgnored(scalar) { continue }
            if !scalar.isASCII, let letters = letters[scalar] {
                folded.append(contentsOf: letters)
            } else if isPartOfWord(scalar) {
                if isSpaceDue { folded.append(" ") }
                isSpaceDue = false
                folded.append(scalar)
            } else {
                isSpaceDue = !folded.isEmpty
            }
        }
        return String(folded)
    }

    /// Whether the words of a script have no spaces between them, so that a word may begin anywhere.
    static func hasNoSpaces(_ word: Substring.UTF8View) -> Bool {
        Substring(word).unicodeScalars.contains { scalar in
            scalar.properties.isIdeographic || spaceless.contains { $0.contains(scalar.value) }
        }
    }

    private static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .lowercased()
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

    /// Whether people leave the character out: an apostrophe, an accent, or a point or a vowel mark of Hebrew or Arabic.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "'" }
        return switch scalar.properties.canonicalCombiningClass.rawValue {
        case 0: "’ʼ".unicodeScalars.contains(scalar)
        case 10...36, 200...240: true
        default: false
        }
    }
}

// SPDX-License-Identifier: MIT

internal import DirectoryCore

/// Names as the search compares them.
package enum NameFolding {
    /// The words of a text in lower case, without accents, with one space between them.
    package static func folded(_ text: String) -> String {
        var words = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in TextFolding.fold(text).unicodeScalars where !"'’ʼ".unicodeScalars.contains(scalar) {
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
}

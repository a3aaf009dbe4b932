// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
    package var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    /// The same digit in ASCII, for a decimal digit of any script; nil for another character.
    package var asciiDigit: Unicode.Scalar? {
        if isASCII { return isASCIIDigit ? self : nil }
        guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }

    /// A sign between the digits of a number: the visual separators of RFC 3966, and the spaces, slashes, brackets and
    /// dashes that people write.
    package var isVisualSeparator: Bool {
        if isASCII { return " -./()[]".unicodeScalars.contains(self) }
        return properties.isWhitespace || properties.generalCategory == .dashPunctuation || self == "\u{2212}"
    }

    /// Whether it has no width: bidirectional controls, joiners, fillers, selectors of variants.
    package var isInvisible: Bool { properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint }

    /// Whether it can hide a part of a text or change its order on the screen.
    package var isDeceptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        case .spaceSeparator: self != " "
        default: isInvisible || self == Self.brailleBlank
        }
    }

    private static let brailleBlank: Unicode.Scalar = "\u{2800}"
}

extension StringProtocol {
    /// The text without whitespace at both ends.
    package var trimmed: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

extension String {
    package init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

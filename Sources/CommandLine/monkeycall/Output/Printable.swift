// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
    /// True for characters that could command a terminal or mislead a reader: controls, line and paragraph separators,
    /// and invisible characters that change the direction of text. The joiners that some scripts and emoji need are
    /// printable.
    var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }
}

extension String {
    /// The text for a terminal, on one line. All texts of apps must pass here before a terminal shows them.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable {
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallLinks

/// The text of a number, cleaned so that libphonenumber reads all of it or nothing: by itself it skips letters in front
/// of a number, and takes `12#34#` for a number.
struct NumberText {
    /// The text with ASCII digits, without a scheme and without invisible characters.
    let spelling: String
    /// The digits, if the text has only digits and visual separators.
    let bareDigits: String?
    /// Whether it has letters: keys such as `1800FLOWERS`, or the word in front of an extension.
    let hasLetters: Bool

    /// Returns nil for a text that cannot be a number.
    init?(_ text: String) {
        guard text.utf8.count <= Libphonenumber.longestText, let spelling = Self.dialled(text).flatMap(Self.plain),
            let first = spelling.unicodeScalars.first, first.isASCIIDigit || "+([".unicodeScalars.contains(first),
            spelling.last != "#"
        else { return nil }
        let keys = spelling.unicodeScalars.filter { !$0.isVisualSeparator }
        self.spelling = spelling
        bareDigits = !keys.isEmpty && keys.allSatisfy(\.isASCIIDigit) ? String(keys) : nil
        hasLetters = keys.contains { $0.properties.isAlphabetic }
    }

    /// The number of a `tel` URI, with the country code of its context; any other text as it is.
    private static func dialled(_ text: String) -> String? {
        guard let (scheme, rest) = text.trimmed[...].uriScheme, scheme == "tel" else { return text }
        let parts = TelephoneParts(rest)
        let context = parts["phone-context"].flatMap { $0.first == "+" && parts.number.first != "+" ? $0 : nil } ?? ""
        let subscriber = parts["ext"].map { ";ext=\($0)" } ?? ""
        return "\(context)\(parts.number)\(subscriber)".percentDecoded
    }

    private static func plain(_ text: String) -> String? {
        var plain = ""
        for scalar in text.unicodeScalars {
            // A text that was copied from Windows begins with a bidirectional control.
            if scalar.isInvisible { continue }
            guard scalar != "*", let plainScalar = Self.plain(scalar) else { return nil }
            plain.unicodeScalars.append(plainScalar)
        }
        return plain.trimmed
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if let digit = scalar.asciiDigit { return digit }
        if scalar.properties.isWhitespace { return " " }
        if scalar.properties.generalCategory == .control { return nil }
        if scalar == "\u{FF0B}" { return "+" }
        return scalar.isVisualSeparator && !scalar.isASCII ? "-" : scalar
    }
}

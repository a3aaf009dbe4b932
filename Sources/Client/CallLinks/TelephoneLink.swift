// SPDX-License-Identifier: MIT

internal import CallContract

/// The telephone-subscriber of RFC 3966, checked.
struct TelephoneLink {
    /// Digits, perhaps after a plus sign.
    let number: String
    let extensionDigits: String
    /// See ``CallLink/postDial``.
    let postDial: String
    /// nil if the number is complete by itself or by the country code of its context.
    let context: String?

    /// No network dials more (3GPP TS 24.008).
    private static let longestNumber = 40
    /// The plus sign and 15 digits (E.164).
    private static let longestGlobalNumber = 16
    private static let longestExtension = 20

    init(_ text: Substring) throws(CallLinkError) {
        let parts = TelephoneParts(text)
        guard let decoded = parts.number.percentDecoded else { throw .invalidEncoding }
        let (dialled, tones) = TelephoneParts.cut(decoded)
        let number = try Self.number(decoded: String(dialled))
        let parameter = try Self.decoded(parts, TelephoneParts.toneParameter)
        postDial = try Self.postDial(tones.isEmpty ? parameter ?? "" : tones)
        extensionDigits = try Self.extensionDigits(parts)
        let context = try Self.decoded(parts, "phone-context")
        // The context of a number with a country code has no meaning.
        guard let context, !number.hasPrefix("+") else {
            (self.number, self.context) = (number, nil)
            return
        }
        if context.hasPrefix("+") {
            self.number = try Self.completed(number, context)
            self.context = nil
        } else {
            guard HostName.isValid(context[...]) else { throw .parameter("phone-context") }
            (self.number, self.context) = (number, context.lowercased())
        }
    }

    /// The digits of a number, perhaps after a plus sign.
    static func number(_ text: Substring) throws(CallLinkError) -> String {
        guard let decoded = text.percentDecoded else { throw .invalidEncoding }
        return try number(decoded: decoded)
    }

    private static func number(decoded: String) throws(CallLinkError) -> String {
        let keys = decoded.unicodeScalars.filter { !$0.isVisualSeparator }
        let digits = keys.first == "+" ? keys.dropFirst() : keys[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { throw .notANumber }
        guard digits.count <= longestNumber else { throw .longNumber }
        return String(keys)
    }

    /// As the contract writes the tones; empty if there are only pauses.
    private static func postDial(_ text: String) throws(CallLinkError) -> String {
        let digits = text.unicodeScalars.filter { !$0.isVisualSeparator }
        guard let tones = String(digits).tones else { throw .notANumber }
        guard tones.utf8.count <= Limits().digits else { throw .longNumber }
        return tones.contains { !",;".contains($0) } ? tones : ""
    }

    private static func extensionDigits(_ parts: TelephoneParts) throws(CallLinkError) -> String {
        guard let text = try decoded(parts, "ext") else { return "" }
        let digits = text.unicodeScalars.filter { !$0.isVisualSeparator }
        guard (1...longestExtension).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else {
            throw .parameter("ext")
        }
        return String(digits)
    }

    /// A parameter that may come once; nil without it.
    private static func decoded(_ parts: TelephoneParts, _ name: String) throws(CallLinkError) -> String? {
        guard let value = parts[name] else { return nil }
        guard parts.parameters.count(where: { $0.name == name }) == 1, let text = value.percentDecoded else {
            throw .parameter(name)
        }
        return text
    }

    /// The number behind the beginning of global numbers that is its context (RFC 3966, 5.1.5). A zero in front of it
    /// is the prefix for calls inside of some countries and a part of the number in others.
    private static func completed(_ number: String, _ context: String) throws(CallLinkError) -> String {
        guard number.first != "0", let prefix = try? Self.number(context[...]), prefix.count > 1,
            prefix.count + number.count <= longestGlobalNumber
        else { throw .parameter("phone-context") }
        return prefix + number
    }
}

/// The parts of a `tel` URI without its scheme, cut at the separators (RFC 3966). Nothing is decoded or checked.
package struct TelephoneParts {
    package let number: Substring
    /// The names in lower case, and the values; a name may come twice.
    package let parameters: [(name: String, value: Substring)]

    package init(_ text: Substring) {
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
        number = pieces[0]
        parameters = pieces.dropFirst().map { piece in
            let name = piece.prefix { $0 != "=" }
            return (name.lowercased(), piece[name.endIndex...].dropFirst())
        }
    }

    /// The number without the tones behind a pause, and these with their first pause. People write a pause as a comma
    /// or p, and a wait as w.
    static func cut(_ number: String) -> (dialled: Substring, tones: String) {
        let end = number.firstIndex { ",pPwW".contains($0) } ?? number.endIndex
        return (number[..<end], String(number[end...]))
    }

    /// The parameter that some links have in place of them (RFC 2806).
    static let toneParameter = "postd"

    /// A decoded telephone-subscriber without the tones.
    static func withoutTones(_ text: String) -> String {
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let parameters = pieces.dropFirst().filter { !$0.lowercased().hasPrefix(toneParameter + "=") }
        return ([String(cut(pieces[0]).dialled)] + parameters).joined(separator: ";")
    }

    /// The first parameter with that name.
    package subscript(name: String) -> Substring? { parameters.first { $0.name == name }?.value }
}

extension String {
    /// Tones as people write them, with p for a pause and w for a wait, in the form of the contract; nil for a text
    /// with other characters.
    package var tones: String? {
        var tones = ""
        for scalar in unicodeScalars {
            switch scalar {
            case ",", "p", "P": tones += ","
            case ";", "w", "W": tones += ";"
            case "0"..."9", "*", "#", "A"..."D": tones.unicodeScalars.append(scalar)
            case "a"..."d": tones += String(scalar).uppercased()
            default: return nil
            }
        }
        return tones
    }
}

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

extension String {
    package init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

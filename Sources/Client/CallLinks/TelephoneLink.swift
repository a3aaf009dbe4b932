// SPDX-License-Identifier: MIT

internal import CallContract

/// The telephone-subscriber of RFC 3966, checked.
struct TelephoneLink {
    /// Digits, perhaps after a plus sign.
    let number: String
    let extensionDigits: String
    /// nil if the number is complete by itself or by the country code of its context.
    let context: String?

    /// No network dials more (3GPP TS 24.008).
    private static let longestNumber = 40
    /// The plus sign and 15 digits (E.164).
    private static let longestGlobalNumber = 16
    private static let longestExtension = 20

    init(_ text: Substring) throws(CallLinkError) {
        let parts = TelephoneParts(text)
        let number = try Self.number(parts.number)
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
        let keys = decoded.unicodeScalars.filter { !$0.isVisualSeparator }
        let digits = keys.first == "+" ? keys.dropFirst() : keys[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { throw .notANumber }
        guard digits.count <= longestNumber else { throw .longNumber }
        return String(keys)
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

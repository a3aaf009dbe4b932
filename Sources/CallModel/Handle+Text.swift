// SPDX-License-Identifier: MIT

extension Handle {
    /// Reads a handle as people write it. A link gives the handle in it, digits are a phone number, a text with @ and
    /// without a colon is an email address, and any other text is generic. Except for a link, the value is the text.
    public init(guessing text: String) {
        if let linked = Handle(link: text) {
            self = linked
        } else if text.isPhoneNumber {
            self.init(kind: .phoneNumber, value: text)
        } else {
            self.init(kind: text.contains("@") && !text.contains(":") ? .emailAddress : .generic, value: text)
        }
    }

    /// The handle in a link of the scheme `tel`, `sip` or `sips`; nil for any other text, and for a link that must not
    /// be dialled: one with control characters, or a `tel` link with `*` or `#`, which are commands to the network.
    ///
    ///     tel:+49-30-123456;ext=7             phone-number  +4930123456
    ///     sip:ada@example.org;transport=tls   generic       ada@example.org
    ///     sip:+4930123456@host;user=phone     phone-number  +4930123456
    public init?(link: String) {
        guard let (scheme, rest) = link.uriScheme else { return nil }
        switch scheme {
        case "tel": self.init(telephone: rest)
        case "sip", "sips": self.init(sip: rest)
        default: return nil
        }
    }

    /// Whether the text begins with a scheme that `init(link:)` reads, even if the rest is invalid.
    public static func isLink(_ text: String) -> Bool { ["tel", "sip", "sips"].contains(text.uriScheme?.name) }

    /// A telephone-subscriber of RFC 3966. Its parameters are ignored, because they cannot be dialled.
    private init?(telephone text: Substring) {
        guard let number = text.prefix(while: { !";?#".contains($0) }).percentDecoded?.telephoneNumber else {
            return nil
        }
        self.init(kind: .phoneNumber, value: number)
    }

    /// The address of a SIP-URI of RFC 3261, without password, parameters and headers.
    private init?(sip text: Substring) {
        // The user part may contain the characters that separate parameters and headers after the host.
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[parts.count - 1]
        let host = place.prefix { !";?#".contains($0) }
        let user = parts.count == 2 ? parts[0].prefix { $0 != ":" } : ""
        guard !host.isEmpty, parts.count == 1 || !user.isEmpty, !host.contains("@"), let host = host.decodedLine,
            let name = user.decodedLine
        else { return nil }
        let parameters = place.prefix { !"?#".contains($0) }.split(separator: ";").dropFirst()
        if parameters.contains(where: { $0.lowercased() == "user=phone" }) {
            self.init(telephone: user)
        } else {
            self.init(kind: .generic, value: name.isEmpty ? host : "\(name)@\(host)")
        }
    }
}

extension StringProtocol {
    /// Whether it has a digit, and apart from a leading plus sign only digits, `*`, `#` and visual separators.
    fileprivate var isPhoneNumber: Bool {
        let keys = String(filter { !$0.isVisualSeparator })
        let digits = keys.hasPrefix("+") ? keys.dropFirst() : keys[...]
        return digits.contains { $0.isDigit } && digits.allSatisfy { $0.isDigit || "*#".contains($0) }
    }

    /// The number to dial: digits, perhaps after a plus sign; nil if the text has more than that and visual separators.
    fileprivate var telephoneNumber: String? {
        let number = String(filter { !$0.isVisualSeparator })
        let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
        return !digits.isEmpty && digits.allSatisfy(\.isDigit) ? number : nil
    }

    /// The text without percent-encoding; nil if it is invalid or gives a control character.
    fileprivate var decodedLine: String? {
        guard let text = percentDecoded else { return nil }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    /// The visual separators of RFC 3966, and the spaces and slashes that people write.
    fileprivate var isVisualSeparator: Bool { " -./()".contains(self) }
}

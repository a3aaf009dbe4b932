// SPDX-License-Identifier: MIT

extension Handle {
    /// A handle as people write it. A link is what it links to, digits are a phone number, something with an @ and
    /// no scheme is an email address, and all else is generic. The words stay as they were written, but for a link's.
    public init(guessing text: String) {
        if let linked = Handle(link: text) {
            self = linked
        } else if text.isPhoneNumber {
            self.init(kind: .phoneNumber, value: text)
        } else {
            self.init(kind: text.contains("@") && !text.contains(":") ? .emailAddress : .generic, value: text)
        }
    }

    /// Whom a link of the schemes `tel`, `sip` or `sips` calls; nil for any other text, and for a link that must not be
    /// dialled: one with control characters, or one of `tel` with `*` or `#`, which are orders to the network.
    ///
    ///     tel:+49-30-123456;ext=7             phone-number  +4930123456
    ///     sip:ada@example.org;transport=tls   generic       ada@example.org
    ///     sip:+4930123456@host;user=phone     phone-number  +4930123456
    public init?(link: String) {
        guard let (scheme, rest) = link.scheme else { return nil }
        switch scheme {
        case "tel": self.init(telephone: rest)
        case "sip", "sips": self.init(sip: rest)
        default: return nil
        }
    }

    /// Whether that is a link of a scheme that `init(link:)` knows, be it a wrong one.
    public static func isLink(_ text: String) -> Bool { ["tel", "sip", "sips"].contains(text.scheme?.name) }

    /// A telephone-subscriber of RFC 3966, with whatever parameters, of which none can be dialled.
    private init?(telephone text: Substring) {
        guard let number = text.prefix(while: { !";?#".contains($0) }).percentDecoded?.telephoneNumber else {
            return nil
        }
        self.init(kind: .phoneNumber, value: number)
    }

    /// The address of a SIP-URI of RFC 3261, without password, parameters and headers.
    private init?(sip text: Substring) {
        // The user's name may have what separates parameters and headers behind the host.
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[parts.count - 1]
        let host = place.prefix { !";?#".contains($0) }
        let user = parts.count == 2 ? parts[0].prefix { $0 != ":" } : ""
        guard !host.isEmpty, parts.count == 1 || !user.isEmpty, !host.contains("@"), let host = host.percentDecoded,
            let name = user.percentDecoded
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
    /// `tel` and what comes behind its colon, also behind `tel://`.
    fileprivate var scheme: (name: String, rest: SubSequence)? {
        guard let colon = firstIndex(of: ":") else { return nil }
        return (self[..<colon].lowercased(), self[index(after: colon)...].drop { $0 == "/" })
    }

    /// Digits, with a plus sign and marks for the eye, and the keys of a telephone besides.
    fileprivate var isPhoneNumber: Bool {
        let keys = String(filter { !$0.isVisualSeparator })
        let digits = keys.hasPrefix("+") ? keys.dropFirst() : keys[...]
        return digits.contains { $0.isDigit } && digits.allSatisfy { $0.isDigit || "*#".contains($0) }
    }

    /// The digits that are dialled; nil if there is anything else but marks for the eye.
    fileprivate var telephoneNumber: String? {
        let number = String(filter { !$0.isVisualSeparator })
        let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
        return !digits.isEmpty && digits.allSatisfy(\.isDigit) ? number : nil
    }

    /// Decoded once; nil where that is not possible, or a control character comes out.
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    /// Those of RFC 3966, and the blanks and slashes that people write.
    fileprivate var isVisualSeparator: Bool { " -./()".contains(self) }
}

// SPDX-License-Identifier: MIT

package import CallContract

extension Handle {
    /// The handle in a link; nil for any other text, and for a link that must not be called.
    package init?(link text: String) {
        guard let link = try? CallLink(text) else { return nil }
        self = link.handle
    }

    /// The address of a SIP URI (RFC 3261) without its parameters; `user=phone` gives a phone number.
    init(address text: Substring, kind: Kind) throws(CallLinkError) {
        let parts = AddressParts(text)
        guard parts.owner?.contains(":") != true else { throw .password }
        guard HostName.isValid(parts.host), parts.port.map(HostName.isPort) != false else { throw .host }
        guard parts.tail.isEmpty || parts.tail.first == ";" else { throw .address }
        if parts.isTelephone {
            let subscriber = TelephoneParts(parts.owner ?? "").number
            self.init(kind: .phoneNumber, value: try TelephoneLink.number(subscriber))
        } else {
            let user = try parts.owner.map { owner throws(CallLinkError) in try Self.user(owner) + "@" } ?? ""
            self.init(kind: kind, value: "\(user)\(parts.host)\(parts.port.map { ":\($0)" } ?? "")")
        }
    }

    /// The party of the schemes that name a number, an address or a name.
    init(party text: Substring, addressKind: Kind) throws(CallLinkError) {
        if text.contains("@") {
            try self.init(address: text, kind: addressKind)
        } else if addressKind == .generic, text.contains(where: \.isLetter) {
            self.init(kind: .generic, value: try Self.user(text))
        } else {
            self.init(kind: .phoneNumber, value: try TelephoneLink.number(text))
        }
    }

    /// The name in front of the host. No character in it may look like a separator of the address.
    private static func user(_ text: Substring) throws(CallLinkError) -> String {
        guard let user = text.percentDecoded else { throw .invalidEncoding }
        let separators = "@:/?;<>\"\\%,[]{}|^`".unicodeScalars
        // Many spaces would move the host off the screen.
        guard !user.isEmpty, user == user.trimmed, !user.contains("  "),
            !user.unicodeScalars.contains(where: { separators.contains($0) })
        else { throw .address }
        return user
    }
}

extension Handle {
    /// Reads a handle as people write it. A link that may be called gives the handle in it, digits are a phone number,
    /// a text with @ and without a colon is an email address, and any other text is generic. Except for a link, the
    /// value is the text.
    package init(guessing text: String) {
        if let linked = Handle(link: text) {
            self = linked
        } else if text.isPhoneNumber {
            self.init(kind: .phoneNumber, value: text)
        } else {
            self.init(kind: text.contains("@") && !text.contains(":") ? .emailAddress : .generic, value: text)
        }
    }
}

extension String {
    /// Whether it has a digit, and apart from a leading plus sign only digits, `*`, `#` and visual separators.
    fileprivate var isPhoneNumber: Bool {
        let keys = unicodeScalars.filter { !$0.isVisualSeparator }
        let dialled = keys.first == "+" ? keys.dropFirst() : keys[...]
        return dialled.contains(where: \.isASCIIDigit)
            && dialled.allSatisfy { $0.isASCIIDigit || $0 == "*" || $0 == "#" }
    }
}

extension Handle {
    /// A link that calls this handle; nil if no scheme can name it.
    package var link: String? {
        let text =
            switch kind {
            case .phoneNumber: "tel:\(value)"
            case .emailAddress: "facetime-audio:\(value)"
            case .generic: value.contains("@") ? "sip:\(value)" : "callto:\(value)"
            }
        guard let link = try? CallLink(text), link.handle.kind == kind else { return nil }
        return text
    }
}

/// The parts of an address such as `user:password@host:port;parameters?headers`, cut at the separators of RFC 3261.
/// Nothing is decoded or checked.
package struct AddressParts {
    /// The user with the password; nil without an `@`.
    package let owner: Substring?
    package let host: Substring
    /// nil without a colon behind the host.
    package let port: Substring?
    /// The parameters and headers, with the separator in front of them.
    package let tail: Substring

    package init(_ text: Substring) {
        // The user may contain the characters that separate parameters and headers behind the host.
        let pieces = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let place = pieces[pieces.count - 1]
        owner = pieces.count == 2 ? pieces[0] : nil
        let end = place.firstIndex { ";?/#>".contains($0) } ?? place.endIndex
        tail = place[end...]
        (host, port) = Self.hostAndPort(place[..<end])
    }

    package var user: Substring? { owner?.prefix { $0 != ":" } }

    /// Whether the user is a telephone number (`user=phone`).
    package var isTelephone: Bool {
        tail.prefix { $0 != "?" }.split(separator: ";").contains { $0.lowercased() == "user=phone" }
    }

    private static func hostAndPort(_ place: Substring) -> (Substring, Substring?) {
        let bracket = place.first == "[" ? place.firstIndex(of: "]") : nil
        guard let colon = place[(bracket ?? place.startIndex)...].firstIndex(of: ":") else { return (place, nil) }
        return (place[..<colon], place[place.index(after: colon)...])
    }
}

/// The host of an address. Only ASCII, because letters of other scripts can look like those of another name.
enum HostName {
    private static let longestName = 253
    private static let longestLabel = 63
    /// The IPv6 address with the most characters contains an IPv4 address.
    private static let longestAddress = 45

    /// Whether it is a name, an IPv4 address, or an IPv6 address in brackets.
    static func isValid(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" { return isAddress(text.dropFirst().dropLast()) }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= longestName && labels.allSatisfy(isLabel)
    }

    static func isPort(_ text: Substring) -> Bool {
        text.unicodeScalars.allSatisfy(\.isASCIIDigit) && UInt16(text).map { $0 > 0 } == true
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...longestLabel).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.unicodeScalars.allSatisfy {
                $0.isASCII && $0.properties.isAlphabetic || $0.isASCIIDigit || $0 == "-"
            }
    }

    private static func isAddress(_ text: Substring) -> Bool {
        (2...longestAddress).contains(text.utf8.count) && text.contains(":")
            && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "." }
    }
}

// SPDX-License-Identifier: MIT

package import CallContract
internal import CallLinks

/// The other party of a call in one form for all spellings, so that calls, contacts and lists can be compared.
package enum HandleKey: Hashable, Sendable {
    /// The other party does not show its number or address.
    case hidden
    /// A number with a country code. Its extension is not a part of the key.
    case number(Int64)
    /// The digits of a short number, which has no country code.
    case short(String)
    /// An address or a name: in lower case, without scheme, password, parameters and default port.
    case address(String)

    /// The key of a handle of any provider. The region completes numbers without a country code.
    package init(_ handle: Handle, in region: Region) {
        let address = HandleAddress(handle)
        if address.isHidden {
            self = .hidden
        } else if let number = address.number(in: region) {
            self = Self(number)
        } else {
            self = .address(address.folded)
        }
    }

    private init(_ number: ParsedNumber) {
        switch number {
        case .number(let number): self = .number(number.e164)
        case .short(let short): self = .short(short.digits)
        }
    }

    /// The key as a text for a database: `+4930123456`, `110`, `ada@example.org`; empty for a hidden party.
    package var text: String {
        switch self {
        case .hidden: ""
        case .number(let e164): "+\(e164)"
        case .short(let digits): digits
        case .address(let text): text
        }
    }
}

extension Handle {
    /// The host of an address for rules such as `*@example.org`, in lower case and without a port; nil if the handle is
    /// not an address.
    package var host: String? { HandleAddress(self).host }
}

/// The number, address or name in a handle, cut into its parts. Handles come from the network, so they may be any text.
struct HandleAddress {
    private let kind: Handle.Kind
    private let scheme: String?
    private let text: Substring
    private let parts: AddressParts
    /// Whether the text has a user and a host. A second `@` makes the host ambiguous.
    private let isAddress: Bool

    private static let schemes: Set<String> = [
        "tel", "sip", "sips", "callto", "facetime", "facetime-audio", "mailto", "xmpp", "im",
    ]
    private static let defaultPorts: Set<Substring> = ["5060", "5061"]
    /// Networks and programs write these instead of a number (RFC 3323, 3GPP TS 24.229, oFono, Asterisk).
    private static let hiddenNames: Set<String> = [
        "anonymous", "private", "restricted", "unavailable", "unknown", "withheld",
    ]
    /// The names of accounts are often digits too. Up to this length they are not taken for a number.
    private static let accountLength = 7

    init(_ handle: Handle) {
        let line = Self.line(handle.value)
        kind = handle.kind
        if let (scheme, rest) = line[...].uriScheme, Self.schemes.contains(scheme) {
            (self.scheme, text) = (scheme, rest)
        } else {
            (scheme, text) = (nil, line[...])
        }
        parts = AddressParts(text)
        isAddress = parts.owner?.isEmpty == false && !parts.host.isEmpty && !parts.host.contains("@")
    }

    /// Whether the caller hides its number or address. No host can have a name that ends with `.invalid` (RFC 2606).
    var isHidden: Bool {
        if folded.isEmpty { return true }
        if isAddress { return user == "anonymous" || host?.hasSuffix(".invalid") == true }
        return Self.hiddenNames.contains(folded)
    }

    /// In lower case, without a port; nil if this is not an address.
    var host: String? {
        guard isAddress || isSIP else { return nil }
        let name = parts.host.last == "." ? parts.host.dropLast() : parts.host
        return name.isEmpty || name.contains("@") ? nil : name.lowercased()
    }

    /// The number of a telephone handle, or the user of an address if it is one; nil for other addresses and names.
    func number(in region: Region) -> ParsedNumber? {
        guard isAddress else { return isTelephone ? declaredNumber(text, region) : guessedNumber(text, region) }
        guard let owner = parts.owner, kind != .emailAddress else { return nil }
        let subscriber = owner.prefix { !";:".contains($0) }
        return parts.isTelephone ? declaredNumber(subscriber, region) : guessedNumber(subscriber, region)
    }

    /// In lower case, with single spaces, and without the parts that do not distinguish callers.
    var folded: String {
        if let host, isAddress || isSIP {
            let port = parts.port.flatMap { $0.isEmpty || Self.defaultPorts.contains($0) ? nil : ":\($0)" } ?? ""
            return user.isEmpty ? host + port : "\(user)@\(host)\(port)"
        }
        let name = scheme == nil ? text : text.prefix { !";?".contains($0) }
        let plain = decoded(name)
        return Self.dialString(plain) ?? plain.lowercased()
    }

    private var isSIP: Bool { scheme == "sip" || scheme == "sips" }

    private var isTelephone: Bool {
        switch scheme {
        case "tel", "callto", "facetime", "facetime-audio": true
        case nil: kind == .phoneNumber
        default: false
        }
    }

    /// Only a URI has a password and escapes. In other texts a colon and a percent sign belong to the name.
    private var user: String { ((scheme == nil ? parts.owner : parts.user).map(decoded) ?? "").lowercased() }

    private func decoded(_ text: Substring) -> String {
        scheme == nil ? String(text) : text.percentDecoded.map(Self.line) ?? String(text)
    }

    /// A number that the handle calls a number: in any spelling that the region knows.
    private func declaredNumber(_ text: Substring, _ region: Region) -> ParsedNumber? {
        ParsedNumber(scheme == nil ? String(text) : "tel:\(text)", in: region)
    }

    /// A number in a place where a name may stand too: only digits, and complete.
    private func guessedNumber(_ text: Substring, _ region: Region) -> ParsedNumber? {
        guard let digits = Self.dialString(decoded(text)), !digits.contains(where: "*#".contains),
            case .number(let number) = ParsedNumber(digits, in: region)
        else { return nil }
        if digits.hasPrefix("+") { return .number(number) }
        return number.isValid && (digits.hasPrefix("0") || digits.count > Self.accountLength) ? .number(number) : nil
    }

    /// The keys of a telephone, if the text has only these and visual separators.
    private static func dialString(_ text: String) -> String? {
        let keys = text.unicodeScalars.filter { !$0.isVisualSeparator }
        let dialled = keys.first == "+" ? keys.dropFirst() : keys[...]
        return dialled.allSatisfy { $0.isASCIIDigit || $0 == "*" || $0 == "#" } ? String(keys) : nil
    }

    /// One line with ASCII digits and without invisible characters, as long as a handle of the contract can be.
    private static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(Limits().textLength) {
            let properties = scalar.properties
            if properties.isWhitespace || properties.generalCategory == .control {
                if let last = line.last, last != " " { line.append(" ") }
            } else if !scalar.isInvisible {
                line.append(scalar.asciiDigit ?? scalar)
            }
        }
        return String(line).trimmed
    }
}

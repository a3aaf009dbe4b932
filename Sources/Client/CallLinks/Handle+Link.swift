// SPDX-License-Identifier: MIT

internal import CallContract

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

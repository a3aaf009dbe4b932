// SPDX-License-Identifier: MIT

package import CallContract

/// A link that calls, such as `tel:+49-30-123456;ext=7` or `sip:ada@example.org`.
///
/// A link is hostile input: any page or message can contain it. It must not dial before the user has agreed. A link
/// that could show the user another party than it calls, or do more than call, is an error.
package struct CallLink: Hashable, Sendable {
    package let scheme: LinkScheme
    /// Digits, perhaps after a plus sign, for a phone number; without scheme and parameters for an address. It may have
    /// letters that are written from right to left: isolate it in other text (U+2068 and U+2069).
    package let handle: Handle
    /// The digits of the extension, which no provider dials by itself; empty without one.
    package let extensionDigits: String
    /// The tones behind a pause in the number, such as the code of a meeting: digits, `A` to `D`, `*` and `#`, with a
    /// comma for a pause and a semicolon for a wait, as `play-dtmf` takes them. They are no part of the number: only a
    /// user who is in the call may play them. Empty without any.
    package let postDial: String
    /// The host in whose network a local number exists (`phone-context`). Show it beside the number.
    package let context: String?

    /// Whether the link asks for a video call.
    package var isVideo: Bool { scheme == .facetime }

    /// Whether the text begins with the scheme of a call, even if the rest is not valid.
    package static func hasScheme(_ text: String) -> Bool {
        text.trimmed[...].uriScheme.flatMap { LinkScheme(rawValue: $0.name) } != nil
    }

    /// Reads a link. Spaces at both ends have no effect.
    package init(_ text: String) throws(CallLinkError) {
        let body = try CallLinkText(text)
        scheme = body.scheme
        switch scheme {
        case .tel:
            let telephone = try TelephoneLink(body.rest)
            handle = Handle(kind: .phoneNumber, value: telephone.number)
            (extensionDigits, context, postDial) = (telephone.extensionDigits, telephone.context, telephone.postDial)
        case .sip, .sips:
            handle = try Handle(address: body.rest, kind: .generic)
            (extensionDigits, context, postDial) = ("", nil, "")
        case .callto:
            handle = try Handle(party: body.rest, addressKind: .generic)
            (extensionDigits, context, postDial) = ("", nil, "")
        case .facetime, .facetimeAudio:
            handle = try Handle(party: body.rest, addressKind: .emailAddress)
            (extensionDigits, context, postDial) = ("", nil, "")
        }
    }
}

/// The schemes of links that call.
package enum LinkScheme: String, Hashable, Sendable, CaseIterable {
    case tel
    case sip
    /// SIP over TLS.
    case sips
    /// Skype's: a number or a name.
    case callto
    /// FaceTime's video calls: a number or an e-mail address.
    case facetime
    case facetimeAudio = "facetime-audio"
}

/// A link without its scheme, in which no character is dangerous, escaped or not.
struct CallLinkText {
    let scheme: LinkScheme
    /// The text behind the scheme and any slashes, still percent-encoded; never empty.
    let rest: Substring

    init(_ text: String) throws(CallLinkError) {
        guard text.utf8.count <= Limits().textLength else { throw .tooLong }
        let text = text.trimmed
        guard let (name, rest) = text[...].uriScheme, let scheme = LinkScheme(rawValue: name) else {
            throw .unknownScheme
        }
        // A browser appends a slash to the host of `tel://host`.
        let body = text.dropFirst(name.count + 1).hasPrefix("//") && rest.last == "/" ? rest.dropLast() : rest
        guard !body.isEmpty else { throw .empty }
        // The parts are decoded later, after they were cut; this copy is only for looking at characters.
        guard let decoded = body.percentDecoded else { throw .invalidEncoding }
        if decoded.unicodeScalars.contains(where: \.isDeceptive) { throw .deceptiveCharacter }
        // The line does not hear the tones behind a pause.
        let heard = scheme == .tel ? TelephoneParts.withoutTones(decoded) : decoded
        if heard.contains(where: { "*#".contains($0) }) { throw .networkCode }
        if body.contains("?") { throw .headers }
        self.scheme = scheme
        self.rest = body
    }
}

/// The reason why a link must not be called.
package enum CallLinkError: Error, Hashable, Sendable {
    case tooLong
    case unknownScheme
    case empty
    case invalidEncoding
    case deceptiveCharacter
    case networkCode
    case headers
    case password
    case notANumber
    case longNumber
    case host
    case address
    /// The name of a parameter of `tel`.
    case parameter(String)

    /// What is wrong, and what to do. It contains no text of the link, except the name of a parameter that we know.
    package var message: String {
        switch self {
        case .tooLong: "The link is longer than \(Limits().textLength) bytes; use a shorter one"
        case .unknownScheme:
            "The text does not begin with the scheme of a call; use \(Self.schemes)"
        case .empty: "The link has no number or address; add one behind the colon"
        case .invalidEncoding:
            "The link has a percent sign without two hexadecimal digits, or text that is not UTF-8; correct the link"
        case .deceptiveCharacter:
            "The link has invisible characters, which can disguise the number or address; type it instead"
        case .networkCode:
            "The link has * or #, which can change settings of the phone line; dial the code yourself if you want that"
        case .headers: "The link has a question mark with headers for the call; remove it and everything behind it"
        case .password: "The link has a password; remove the password and the colon in front of it"
        case .notANumber: "The link has no phone number; write digits, with a plus sign in front of a country code"
        case .longNumber: "The phone number of the link is too long; check its digits"
        case .host:
            "The link has no valid host; write a name such as example.org or an IP address, and perhaps a port"
        case .address: "The link has no valid address; write it like sip:ada@example.org"
        case .parameter(let name):
            "The link has no valid value for the parameter \(name), or has it twice; correct or remove it"
        }
    }

    private static let schemes = LinkScheme.allCases.map { "\($0.rawValue):" }.joined(separator: ", ")
}

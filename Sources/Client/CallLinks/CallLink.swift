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
    /// The host in whose network a local number exists (`phone-context`). Show it beside the number.
    package let context: String?

    /// Whether the link asks for a video call.
    package var isVideo: Bool { scheme.isVideo }

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
            (extensionDigits, context) = (telephone.extensionDigits, telephone.context)
        case .sip, .sips:
            handle = try Handle(address: body.rest, kind: .generic)
            (extensionDigits, context) = ("", nil)
        case .callto:
            handle = try Handle(party: body.rest, addressKind: .generic)
            (extensionDigits, context) = ("", nil)
        case .facetime, .facetimeAudio:
            handle = try Handle(party: body.rest, addressKind: .emailAddress)
            (extensionDigits, context) = ("", nil)
        }
    }
}

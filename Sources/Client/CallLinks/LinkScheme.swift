// SPDX-License-Identifier: MIT

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

    /// Whether such a link asks for a video call.
    package var isVideo: Bool {
        switch self {
        case .facetime: true
        case .tel, .sip, .sips, .callto, .facetimeAudio: false
        }
    }
}

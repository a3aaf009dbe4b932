// SPDX-License-Identifier: MIT

internal import CallContract

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

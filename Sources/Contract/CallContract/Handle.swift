// SPDX-License-Identifier: MIT

/// Microseconds since the Unix epoch. The core stores times and never compares them: a `TimerKey` fires at a deadline.
public typealias Time = UInt64

/// The address of the remote party of a call.
public struct Handle: Hashable, Sendable {
    /// The type of a value.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A name that only the provider understands.
        case generic
        /// A telephone number.
        case phoneNumber = "phone-number"
        /// An e-mail address.
        case emailAddress = "email-address"
    }

    /// The type of `value`.
    public let kind: Kind
    /// The number, address or name; never empty.
    public let value: String

    /// A handle of that kind.
    public init(kind: Kind, value: String) {
        self.kind = kind
        self.value = value
    }
}

/// A member of a call.
public struct CallMember: Hashable, Sendable {
    /// The member's address.
    public let handle: Handle
    /// The member's name, to show to people; empty = none.
    public let displayName: String

    /// The member with that address.
    public init(handle: Handle, displayName: String = "") {
        self.handle = handle
        self.displayName = displayName
    }
}

extension Handle {
    /// The number without what people write between its digits; nil if it is no number that a telephone network dials.
    /// A character that is no part of a number could end the command of a modem and begin another one.
    public var dialable: String? {
        switch kind {
        case .emailAddress: return nil
        case .phoneNumber, .generic: break
        }
        let number = value.filter { !" -./()\u{a0}".contains($0) }
        let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
        guard !digits.isEmpty, digits.utf8.count <= Self.longestNumber,
            digits.utf8.allSatisfy({ "0123456789*#".utf8.contains($0) })
        else { return nil }
        return number
    }

    /// Of a dialled number in 3GPP TS 24.008, in digits.
    private static let longestNumber = 80
}

/// Emergency numbers that do not depend on a region.
package enum EmergencyNumbers {
    /// Every mobile phone knows these two, also without a SIM (3GPP TS 22.101).
    package static let everywhere = ["112", "911"]
}

extension Limits {
    /// Whether a provider can name this emergency number: nothing but its digits.
    public func allowsEmergencyNumber(_ number: String) -> Bool {
        number.utf8.count <= emergencyNumberDigits && Handle(kind: .phoneNumber, value: number).dialable == number
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    package var trimmed: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }

    /// The scheme in lower case, and the text after the colon and any slashes; nil without a colon.
    package var uriScheme: (name: String, rest: SubSequence)? {
        guard let colon = firstIndex(of: ":") else { return nil }
        return (self[..<colon].lowercased(), self[index(after: colon)...].drop { $0 == "/" })
    }

    /// The text of a URI without percent-encoding, decoded once; nil if an escape is invalid or the result is not
    /// UTF-8.
    package var percentDecoded: String? {
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
        return String(validating: bytes, as: UTF8.self)
    }

    /// The text as a part of a URI: each byte is escaped, except ASCII letters, digits and the characters of `plain`.
    package func percentEncoded(keeping plain: String) -> String {
        var text = ""
        for byte in utf8 {
            let character = Character(UnicodeScalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || plain.contains(character) {
                text.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return text
    }
}

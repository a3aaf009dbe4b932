// SPDX-License-Identifier: MIT

extension StringProtocol {
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
}

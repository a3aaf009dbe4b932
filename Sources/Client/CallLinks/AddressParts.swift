// SPDX-License-Identifier: MIT

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

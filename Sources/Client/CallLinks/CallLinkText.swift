// SPDX-License-Identifier: MIT

internal import CallContract

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
        if decoded.contains(where: { "*#".contains($0) }) { throw .networkCode }
        if body.contains("?") { throw .headers }
        self.scheme = scheme
        self.rest = body
    }
}

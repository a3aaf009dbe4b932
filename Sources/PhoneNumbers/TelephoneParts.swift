// SPDX-License-Identifier: MIT

/// The parts of a `tel` URI without its scheme, cut at the separators (RFC 3966). Nothing is decoded or checked.
struct TelephoneParts {
    let number: Substring
    /// The names in lower case, and the values; a name may come twice.
    let parameters: [(name: String, value: Substring)]

    init(_ text: Substring) {
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
        number = pieces[0]
        parameters = pieces.dropFirst().map { piece in
            let name = piece.prefix { $0 != "=" }
            return (name.lowercased(), piece[name.endIndex...].dropFirst())
        }
    }

    /// The first parameter with that name.
    subscript(name: String) -> Substring? { parameters.first { $0.name == name }?.value }
}

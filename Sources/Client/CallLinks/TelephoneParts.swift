// SPDX-License-Identifier: MIT

/// The parts of a `tel` URI without its scheme, cut at the separators (RFC 3966). Nothing is decoded or checked.
package struct TelephoneParts {
    package let number: Substring
    /// The names in lower case, and the values; a name may come twice.
    package let parameters: [(name: String, value: Substring)]

    package init(_ text: Substring) {
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
        number = pieces[0]
        parameters = pieces.dropFirst().map { piece in
            let name = piece.prefix { $0 != "=" }
            return (name.lowercased(), piece[name.endIndex...].dropFirst())
        }
    }

    /// The first parameter with that name.
    package subscript(name: String) -> Substring? { parameters.first { $0.name == name }?.value }
}

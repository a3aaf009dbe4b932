// SPDX-License-Identifier: MIT

extension String {
    /// The text without the invisible characters that change the order in which a screen shows it and the text after
    /// it. A person who reads an exported file sees its characters in their order, and no cell changes the look of
    /// another.
    package var inReadingOrder: String {
        // The first byte of each of these characters is D8 or E2.
        guard utf8.contains(where: { $0 == 0xD8 || $0 == 0xE2 }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isBidiControl }))
    }
}

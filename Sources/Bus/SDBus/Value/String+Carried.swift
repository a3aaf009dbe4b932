// SPDX-License-Identifier: MIT

extension String {
    /// The text as the bus carries it, with U+FFFD for each character that libsystemd neither sends nor reads: NUL, and
    /// the 66 noncharacters of Unicode. Other programs and files do have the latter. Use it where a text comes in that
    /// did not come over the bus, so that every part of the program knows the text by the same characters.
    public var carried: String {
        // The noncharacters have three or four bytes: EF B7 90 to EF B7 AF, EF BF BE, EF BF BF, and Fx xF BF BE or BF.
        guard utf8.contains(where: { $0 == 0 || $0 >= 0xEF }), unicodeScalars.contains(where: \.isUncarried) else {
            return self
        }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isUncarried ? "\u{FFFD}" : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isUncarried: Bool {
        value == 0 || (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE
    }
}

// SPDX-License-Identifier: MIT

/// A cell of an exported table, in quotes (RFC 4180).
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, also one in quotes, and a formula
/// can send data away. So such a cell gets an apostrophe before it, which spreadsheets do not show, and `text` removes
/// it. A cell that begins with a tab, the end of a line or an apostrophe gets one too: some programs remove the former,
/// and every text can be read back, except that a text loses the characters that change its order on the screen.
package enum CSVCell {
    /// Scalars, because an accent behind the sign makes it another character.
    private static let guarded = Set("=+-@\t\r\n＝＋－＠'".unicodeScalars)
    private static let quote = UInt8(ascii: "\"")

    /// A number is `"+4930123456"`, without an apostrophe, so that every program can read it: as a formula it would
    /// only be its own digits.
    package static func bytes(_ number: Int64) -> [UInt8] { Array("\"+\(number)\"".utf8) }

    package static func bytes(_ text: String) -> [UInt8] {
        let text = text.inReadingOrder
        var cell = [quote]
        if text.unicodeScalars.first.map(guarded.contains) == true { cell.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == quote { cell.append(quote) }
            cell.append(byte)
        }
        return cell + [quote]
    }

    /// The text of a cell that was written for a spreadsheet.
    package static func text(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        guard scalars.first == "'", let second = scalars.dropFirst().first, guarded.contains(second) else {
            return cell
        }
        return String(String.UnicodeScalarView(scalars.dropFirst()))
    }
}

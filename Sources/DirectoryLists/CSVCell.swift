// SPDX-License-Identifier: MIT

/// A cell of an exported list.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, also one in quotes, and a formula can send
/// data away. So such a cell gets an apostrophe before it, which spreadsheets do not show, and `text` removes it. A cell that
/// begins with an apostrophe gets one too, so that every text can be read back.
///
/// A number is written as `"+4930123456"`, without an apostrophe, so that every program can read it: as a formula it would
/// only be its own digits.
enum CSVCell {
    private static let guarded: Set<Character> = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "'"]

    static func bytes(_ number: Int64) -> [UInt8] { Array("\"+\(number)\"".utf8) }

    static func bytes(_ text: String) -> [UInt8] {
        let guardMark = text.first.map(guarded.contains) == true ? "'" : ""
        let quoted = text.utf8.contains(UInt8(ascii: "\"")) ? text.replacing("\"", with: "\"\"") : text
        return Array("\"\(guardMark)\(quoted)\"".utf8)
    }

    /// The text of a cell that was written for a spreadsheet.
    static func text(_ cell: String) -> String {
        guard cell.first == "'", let second = cell.dropFirst().first, guarded.contains(second) else { return cell }
        return String(cell.dropFirst())
    }
}

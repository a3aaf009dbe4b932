// SPDX-License-Identifier: MIT

/// Text in columns.
struct Table {
    /// The maximum width of a text of an app; `--json` has the whole text.
    static let widest = 48

    /// In a narrow window columns shrink to this width, not below.
    private static let narrowest = 20

    private var rows: [[Cell]]
    private let palette: Palette
    private let room: Int?

    /// `room` is the number of columns of the window, nil for no limit.
    init(_ header: [String], palette: Palette = .standardOutput, room: Int? = Terminal.width) {
        rows = [header.map { Cell($0) }]
        self.palette = palette
        self.room = room
    }

    /// The last column may be empty, and has no maximum width: no column follows it.
    mutating func add(_ cells: [Cell]) {
        rows.append(
            cells.enumerated().map { column, cell in
                column == cells.count - 1 || cell.width > 0 ? cell : Cell("-")
            })
    }

    mutating func add(_ cells: [String]) { add(cells.map { Cell($0) }) }

    /// The lines, the header first; `paint` gets the text of a cell, its column, and the spaces that fill the column.
    func lines(painting paint: (_ cell: String, _ column: Int, _ padding: String) -> String = { $0 + $2 }) -> [String] {
        let widths = widths()
        return rows.enumerated().map { number, row in
            row.enumerated().map { column, cell in
                let isLast = column == row.count - 1
                let cell = cell.text(in: isLast ? cell.width : widths[column])
                let padding = isLast ? "" : String(repeating: " ", count: widths[column] - cell.displayWidth + 2)
                return number == 0 ? palette.paint(cell + padding, .dim) : paint(cell, column, padding)
            }.joined()
        }.map(\.trimmed)
    }

    /// As wide as the content; in a narrow window the widest column except the last shrinks first.
    private func widths() -> [Int] {
        var widths = rows[0].map(\.width)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(
                    widths[column], column == row.count - 1 ? cell.width : min(cell.width, Self.widest))
            }
        }
        guard let room else { return widths }
        while widths.reduce(0, +) + 2 * (widths.count - 1) > room,
            let widest = widths.indices.dropLast().max(by: { widths[$0] < widths[$1] }),
            widths[widest] > Self.narrowest
        {
            widths[widest] -= 1
        }
        return widths
    }
}

extension String {
    /// The columns that a terminal needs for the text.
    var displayWidth: Int { unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

    /// At most so many columns wide, or one, with an ellipsis for the rest.
    func shortened(to room: Int) -> String {
        let width = max(room, 1)
        // One column may hold many combining marks: limit them too.
        guard displayWidth > width || unicodeScalars.count > 4 * width else { return self }
        var (text, used) = ("", 0)
        for scalar in unicodeScalars.prefix(4 * width) {
            used += scalar.displayWidth
            if used > width - 1 { break }
            text.unicodeScalars.append(scalar)
        }
        return text + "…"
    }

    var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }

    /// Filled with spaces up to that many columns.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - displayWidth)) }
}

extension Unicode.Scalar {
    /// As terminals show it: combining marks need no column, East Asian characters and emoji two.
    var displayWidth: Int {
        guard value >= 0x300 else { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// Blocks in which all characters are wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]
}

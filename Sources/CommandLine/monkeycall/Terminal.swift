// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import Glibc

/// The terminal of the command.
enum Terminal {
    /// The present columns of standard output, nil if standard output is not a terminal or does not tell.
    static var width: Int? {
        // Rows, columns and their pixels, as in `struct winsize`. Since glibc 2.40 that struct belongs to another
        // module, of libsystemd.
        var size: (rows: UInt16, columns: UInt16, width: UInt16, height: UInt16) = (0, 0, 0, 0)
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.columns > 0 else { return nil }
        return Int(size.columns)
    }

    /// Whether a person can read a question and answer it.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question, and returns whether the answer is yes.
    static func ask(_ question: String) -> Bool {
        Output.question(question)
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}

/// Colours for a terminal.
struct Palette {
    /// The numbers of ECMA-48.
    enum Colour: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case magenta = 35
        case cyan = 36
    }

    let isOn: Bool

    /// With colours if the terminal has some and the user has not set NO_COLOR.
    static let standardOutput = Palette(
        isOn: isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb")

    func paint(_ text: String, _ colours: Colour...) -> String {
        guard isOn, !colours.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[" + colours.map { String($0.rawValue) }.joined(separator: ";") + "m" + text + Self.end
    }

    /// The text without its colours.
    func plain(_ text: String) -> String {
        guard isOn else { return text }
        var plain = ""
        for (scalar, isColour) in Self.scalars(of: text) where !isColour { plain.unicodeScalars.append(scalar) }
        return plain
    }

    /// At most so many columns of a painted text, with an ellipsis for the rest.
    func shortened(_ text: String, to width: Int) -> String {
        guard plain(text).displayWidth > width else { return text }
        var (short, used) = ("", 0)
        for (scalar, isColour) in Self.scalars(of: text) {
            if !isColour { used += scalar.displayWidth }
            if used > width - 1 { break }
            short.unicodeScalars.append(scalar)
        }
        return short + "…" + (isOn ? Self.end : "")
    }

    /// Scalars, not characters: a combining mark after a colour would be one character with the end of the colour.
    private static func scalars(of text: String) -> [(Unicode.Scalar, isColour: Bool)] {
        var isColour = false
        return text.unicodeScalars.map { scalar in
            if scalar == escape { isColour = true }
            defer { if scalar == "m" { isColour = false } }
            return (scalar, isColour)
        }
    }

    private static let escape: Unicode.Scalar = "\u{1B}"
    private static let end = "\u{1B}[0m"

    /// The colour of a call's state.
    func paint(state: String, padding: String = "") -> String {
        let text = state + padding
        return switch CallState(rawValue: state) {
        case .incoming: paint(text, .bold, .cyan)
        // A terminal's blue cannot be read on black.
        case .dialing, .connecting: paint(text, .cyan)
        case .active: paint(text, .green)
        case .held: paint(text, .yellow)
        case .ending, .ended: paint(text, .dim)
        case nil: text
        }
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}

/// Text in columns.
struct Table {
    /// The maximum width of a text of an app; `--json` has the whole text.
    static let widest = 48

    /// What a table gives up in a narrow window.
    enum Loss: Sendable {
        /// The column loses its end, down to a width.
        case end(of: Int, to: Int)
        /// The column goes.
        case column(Int)
    }

    private var rows: [[Cell]]
    private let losses: [Loss]
    private let palette = Palette.standardOutput

    /// In a narrow window each row stays one line: the table gives up these things in their order, and at last the end
    /// of the line. Without losses the widest column shrinks first.
    init(_ header: [String], losing losses: [Loss] = []) { (rows, self.losses) = ([header.map { Cell($0) }], losses) }

    /// The last column may be empty, and outside of a window has no maximum width: no column follows it.
    mutating func add(_ cells: [Cell]) {
        rows.append(
            cells.enumerated().map { column, cell in
                column == cells.count - 1 || cell.width > 0 ? cell : Cell("-")
            })
    }

    mutating func add(_ cells: [String]) { add(cells.map { Cell($0) }) }

    /// Prints the lines with these columns in colour.
    func show(_ colours: [Int: Palette.Colour] = [:]) {
        show { text, column, padding in (colours[column].map { palette.paint(text, $0) } ?? text) + padding }
    }

    /// Prints the lines, the header first; `paint` gets the text of a cell, its column, and the spaces that fill the
    /// column.
    func show(painting paint: (_ cell: String, _ column: Int, _ padding: String) -> String) {
        let room = Terminal.width
        let widths = widths(in: room)
        let last = widths.lastIndex { $0 > 0 }
        for (number, row) in rows.enumerated() {
            let cells = row.enumerated().filter { widths[$0.offset] > 0 }.map { column, cell in
                let isLast = column == last
                let cell = cell.text(in: widths[column])
                let padding = isLast ? "" : String(repeating: " ", count: widths[column] - cell.displayWidth + 2)
                return number == 0 ? palette.paint(cell + padding, .dim) : paint(cell, column, padding)
            }
            let line = cells.joined().trimmed
            Output.line(losses.isEmpty ? line : room.map { palette.shortened(line, to: $0) } ?? line)
        }
    }

    /// As wide as the content; 0 for a column that has no room.
    private func widths(in room: Int?) -> [Int] {
        var widths = rows[0].map(\.width)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(
                    widths[column], column == row.count - 1 ? cell.width : min(cell.width, Self.widest))
            }
        }
        return room.map { TableFit(room: $0, losses: losses).fitted(widths) } ?? widths
    }
}

/// The widths of columns in a window of so many columns. The columns have two spaces between them.
struct TableFit {
    let room: Int
    let losses: [Table.Loss]

    /// Without losses columns shrink to this width, not below. Ids, states and times need less.
    private static let narrowest = 12

    /// 0 for a column that has no room.
    func fitted(_ wanted: [Int]) -> [Int] {
        var widths = wanted
        for loss in losses {
            let excess = Self.sum(widths) - room
            guard excess > 0 else { return widths }
            switch loss {
            case .end(let column, let least) where widths[column] > least:
                widths[column] = max(widths[column] - excess, least)
            case .end: break
            case .column(let column): widths[column] = 0
            }
        }
        while losses.isEmpty, Self.sum(widths) > room,
            let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.narrowest
        {
            widths[widest] -= 1
        }
        return widths
    }

    private static func sum(_ widths: [Int]) -> Int { widths.reduce(-2) { $0 + ($1 > 0 ? $1 + 2 : 0) } }
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

/// A text that a table can shorten.
struct Cell {
    /// A name.
    private let head: String
    /// A number or an address.
    private let tail: String

    /// A name of so many columns stays whole beside any address. A longer one does not hide the address, because a
    /// caller can choose any name.
    private static let keptHead = 16
    /// A part of an address that is shorter tells nothing.
    private static let narrowestTail = 4
    private static let gap = "  "

    /// A text that loses its end.
    init(_ text: String) { self.init(text, "") }

    /// The other side of a call. A number or address shrinks before the first words of the name.
    init(_ call: CallRecord) { self.init(call.callerName, call.address) }

    private init(_ head: String, _ tail: String) {
        // Both are texts of an app: make them printable.
        (self.head, self.tail) = head.isEmpty ? (tail.printable, "") : (head.printable, tail.printable)
    }

    private var whole: String { tail.isEmpty ? head : head + Self.gap + tail }

    /// The columns of the whole text.
    var width: Int { whole.displayWidth }

    /// The text, at most so many columns wide.
    func text(in room: Int) -> String {
        guard !tail.isEmpty, width > room else { return whole.shortened(to: room) }
        let gap = Self.gap.displayWidth
        let short = head.shortened(to: max(room - gap - tail.displayWidth, min(Self.keptHead, room)))
        let rest = room - gap - short.displayWidth
        return rest < Self.narrowestTail ? head.shortened(to: room) : short + Self.gap + tail.shortened(to: rest)
    }
}

// SPDX-License-Identifier: MIT

internal import CallContract
internal import SystemFiles

/// The whole history as a text, in pieces, the newest call first. Calls that end meanwhile are not in it. Texts lose
/// the characters that change their order on a screen, such as U+202E.
///
/// The database is free between two pieces, so a slow reader delays nothing but itself.
package struct HistoryExport {
    package enum Format: String, Hashable, Sendable, CaseIterable {
        /// An array with an object for each call, one on a line. Times are microseconds since 1970; 0 = never.
        case json
        /// RFC 4180, with a header line. Times are in UTC as `2026-11-22T20:15:03Z`; empty = never. A text that begins
        /// with `=`, `+`, `-`, `@`, `'`, a tab, or the end of a line has an apostrophe before it, because a spreadsheet
        /// would take it for a formula. Telephone numbers begin with `+`, so a program that reads the file removes an
        /// apostrophe that is followed by one of these characters.
        case csv
    }

    private let history: History
    private let format: Format
    private let filter: HistoryFilter
    private var before = Time.max
    private var state = State.beginning

    private enum State { case beginning, first, later, finished }

    package init(_ history: History, as format: Format, _ filter: HistoryFilter = HistoryFilter()) {
        self.history = history
        self.format = format
        self.filter = filter
    }

    /// The next bytes, some 100 KB at most; nil = the text is complete.
    package mutating func next() throws(DirectoryProblem) -> [UInt8]? {
        switch state {
        case .beginning:
            state = .first
            return Array((format == .json ? "[" : CSVLine.header).utf8)
        case .first, .later:
            let entries = try history.calls(filter, before: before, limit: Self.piece)
            guard let last = entries.last else {
                state = .finished
                return format == .json ? Array("\n]\n".utf8) : []
            }
            before = Time(clamping: last.id)
            return text(of: entries)
        case .finished: return nil
        }
    }

    /// Writes the rest of the text. Blocks while the reader does not read, so call it on a thread of its own for a
    /// descriptor of another process, and ignore SIGPIPE.
    package mutating func write(to descriptor: Int32) throws(DirectoryProblem) {
        while let bytes = try next() {
            do throws(SystemError) { try FileBytes.write(bytes, to: descriptor) } catch {
                throw .refused("Cannot write the history: \(error.words).")
            }
        }
    }

    private static let piece = 250

    private mutating func text(of entries: [HistoryEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            switch format {
            case .json:
                bytes += (state == .first ? "\n" : ",\n").utf8
                bytes += JSONCall(entry).text
            case .csv: bytes += CSVLine(entry).text.utf8
            }
            state = .later
        }
        return bytes
    }
}

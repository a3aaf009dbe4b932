// SPDX-License-Identifier: MIT

internal import CallContract
internal import DirectoryCore
internal import Foundation
internal import Glibc
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

/// A line of a table in the format of RFC 4180.
struct CSVLine {
    /// The line, with its end.
    let text: String

    /// The names of the cells that `init(_:)` fills.
    static let header = CSVLine(cells: [
        "UUID", "Started", "Connected", "Ended", "Direction", "Outcome", "EndedReason", "HandleType", "Handle", "Name",
        "Video", "Unread", "Provider", "ProviderName",
    ]).text

    init(_ entry: HistoryEntry) {
        let call = entry.call
        self.init(cells: [
            call.uuid.description, Self.moment(call.startedAt), Self.moment(call.connectedAt),
            Self.moment(call.endedAt), call.isOutgoing ? "outgoing" : "incoming", call.outcome.rawValue,
            call.endedReason.rawValue, call.handle?.kind.rawValue ?? "", call.handle?.value ?? "", call.name,
            call.hasVideo ? "yes" : "no", entry.isUnread ? "yes" : "no", call.provider, call.providerName,
        ])
    }

    private init(cells: [String]) {
        text = cells.map { String(decoding: CSVCell.bytes($0), as: UTF8.self) }.joined(separator: ",") + "\r\n"
    }

    /// Seconds, in UTC; empty for 0.
    static func moment(_ time: Time) -> String {
        guard time != 0 else { return "" }
        var seconds = time_t(clamping: time / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// An entry of the history as a JSON object, with the keys of the contract where it has them. Its texts have no
/// characters that change their order on a screen.
struct JSONCall: Encodable {
    private let entry: HistoryEntry

    init(_ entry: HistoryEntry) { self.entry = entry }

    /// The object on one line.
    var text: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, integers and booleans can always be encoded.
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        let call = entry.call
        var object = encoder.container(keyedBy: Name.self)
        func key(_ key: Key) -> Name { Name(key.rawValue) }
        try object.encode(call.uuid.description, forKey: key(.uuid))
        try object.encode(call.provider, forKey: key(.provider))
        try object.encode(call.providerName.inReadingOrder, forKey: key(.providerName))
        if let handle = call.handle {
            try object.encode([handle.kind.rawValue, handle.value.inReadingOrder], forKey: key(.remoteHandle))
        }
        try object.encode(call.name.inReadingOrder, forKey: key(.displayName))
        try object.encode(call.isOutgoing, forKey: key(.outgoing))
        try object.encode(call.hasVideo, forKey: key(.hasVideo))
        try object.encode(call.startedAt, forKey: key(.startedAt))
        try object.encode(call.connectedAt, forKey: key(.connectedAt))
        try object.encode(call.endedAt, forKey: key(.endedAt))
        try object.encode(call.endedReason.rawValue, forKey: key(.endedReason))
        try object.encode(call.outcome.rawValue, forKey: Name("Outcome"))
        try object.encode(entry.isUnread, forKey: Name("Unread"))
    }
}

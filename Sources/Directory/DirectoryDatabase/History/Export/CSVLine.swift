// SPDX-License-Identifier: MIT

internal import CallContract
internal import DirectoryCore
internal import Glibc

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

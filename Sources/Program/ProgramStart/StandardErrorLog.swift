// SPDX-License-Identifier: MIT

import Glibc
import Logging

/// One line per entry on standard error, after the priority for journald. The journal adds the time.
struct StandardErrorLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    init(level: Logger.Level) { logLevel = level }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let text = values.reduce("<\(Self.priority(event.level))>\(event.message)") { "\($0) \($1.key)=\($1.value)" }
        // One entry is one line, also if a value has line breaks.
        let line = text.map { $0.isNewline ? " " : String($0) }.joined() + "\n"
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

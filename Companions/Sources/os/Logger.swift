// SPDX-License-Identifier: MIT

internal import Logging

/// Writes messages with values that are public or private. swift-log writes them: see ``OSLog``.
///
/// A value that is private is replaced by `<private>` in all messages except those of `debug` and `trace`.
public struct Logger: Sendable {
    private let log: OSLog

    /// A logger with the name of the program.
    public init() { self.init(.default) }

    /// A logger with these names, for example `"org.example.Phone"` and `"Calls"`.
    public init(subsystem: String, category: String) { self.init(OSLog(subsystem: subsystem, category: category)) }

    /// A logger that writes to that log.
    public init(_ logObj: OSLog) { log = logObj }

    /// The log to which this logger writes.
    var logHandle: OSLog { log }

    /// Writes a message of the default level, which is swift-log's `notice`.
    public func log(_ message: OSLogMessage) { log.write(.notice, message.text) }
    /// Writes a message of that level.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level.level, message.text) }
    /// Writes a message that shows private values, below debug.
    public func trace(_ message: OSLogMessage) { log.write(.trace, message.text) }
    /// Writes a message that shows private values.
    public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }
    /// Writes a message of the level `info`.
    public func info(_ message: OSLogMessage) { log.write(.info, message.text) }
    /// Writes a message of the level `notice`.
    public func notice(_ message: OSLogMessage) { log.write(.notice, message.text) }
    /// Writes a message of the level `warning`.
    public func warning(_ message: OSLogMessage) { log.write(.warning, message.text) }
    /// Writes a message of the level `error`.
    public func error(_ message: OSLogMessage) { log.write(.error, message.text) }
    /// Writes a message of the level `critical`.
    public func critical(_ message: OSLogMessage) { log.write(.critical, message.text) }
    /// Writes a message about a mistake in the program: swift-log's `critical`.
    public func fault(_ message: OSLogMessage) { log.write(.critical, message.text) }
}

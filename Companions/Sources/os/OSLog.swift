// SPDX-License-Identifier: MIT

public import Foundation
internal import Logging

/// A place for messages: a subsystem of the app, and a category in it. swift-log writes them with the label
/// `subsystem:category`; without a handler of the app they go to standard error. An app with a handler calls
/// `LoggingSystem.bootstrap` before it makes its first log.
///
/// The environment variable `OS_ACTIVITY_MODE` is read as on Apple's systems: `debug` also shows debug messages, `info`
/// shows messages down to info, and `disable` shows none.
public final class OSLog: NSObject, Sendable {
    /// nil = nothing is written.
    let logger: Logging.Logger?

    /// A log with these names, for example `"org.example.Phone"` and `"Calls"`.
    public convenience init(subsystem: String, category: String) {
        self.init(label: "\(subsystem):\(category)")
    }

    /// A log with a category that Instruments knows.
    public convenience init(subsystem: String, category: OSLog.Category) {
        self.init(subsystem: subsystem, category: category.rawValue)
    }

    /// nil = a log that is disabled.
    init(label: String?) {
        logger = label.flatMap { label in
            var logger = Logging.Logger(label: label)
            switch ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"] {
            case "debug": logger.logLevel = .trace
            case "info": logger.logLevel = .info
            case "disable": return nil
            default: break
            }
            return logger
        }
    }

    /// The log with the name of the program.
    public static let `default` = OSLog(label: ProcessInfo.processInfo.processName)
    /// A log that writes nothing.
    public static let disabled = OSLog(label: nil)

    /// Whether messages of this type are written.
    public func isEnabled(type: OSLogType) -> Bool { isEnabled(type.level) }

    /// Whether signposts are written: as debug messages.
    public var signpostsEnabled: Bool { isEnabled(.debug) }

    func isEnabled(_ level: Logging.Logger.Level) -> Bool { logger.map { $0.logLevel <= level } ?? false }

    /// Composes the message only if it is written.
    func write(_ level: Logging.Logger.Level, _ message: (_ showsPrivate: Bool) -> String) {
        logger?.log(level: level, "\(message(level <= .debug))", source: "")
    }

    /// A category that Instruments knows. On Linux it is a name like any other.
    public struct Category: Hashable, Sendable {
        let rawValue: String

        /// Events that a developer looks for.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Events of a tool that is attached.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Events of a tool that is attached, with stacks.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }
}

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

/// The importance of a message, with Apple's raw values.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's value.
    public let rawValue: UInt8

    /// The type with Apple's raw value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The type with Apple's raw value.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// For messages that matter when something went wrong. swift-log's `notice`.
    public static let `default` = OSLogType(0x00)
    /// swift-log's `info`.
    public static let info = OSLogType(0x01)
    /// swift-log's `debug`. Only these messages show private values.
    public static let debug = OSLogType(0x02)
    /// swift-log's `error`.
    public static let error = OSLogType(0x10)
    /// A mistake in the program. swift-log's `critical`.
    public static let fault = OSLogType(0x11)

    /// swift-log's word for it.
    var level: Logging.Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .error: .error
        case .fault: .critical
        default: .notice
        }
    }
}

/// Writes a message with a format as of `printf`, for example `"call %{public}@ ended after %d s"`.
///
/// Texts and objects (`%@`, `%s`) are private unless the format says `%{public}`; numbers are public unless it says
/// `%{private}`. See ``OSLogPrivacy``.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(type.level) { MessageFormat(message).text(args, showsPrivate: $0) }
}

/// Writes a message with a format as of `printf`: see ``os_log(_:dso:log:type:_:)``.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(type.level) { MessageFormat(message).text(args, showsPrivate: $0) }
}

/// Writes a message with interpolated values.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage, log: OSLog = .default, type: OSLogType = .default) {
    log.write(type.level, message.text)
}

/// Writes a message with interpolated values.
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(type.level, message.text)
}

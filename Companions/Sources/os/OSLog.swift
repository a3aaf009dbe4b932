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

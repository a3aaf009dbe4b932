// SPDX-License-Identifier: MIT

internal import Logging
internal import Synchronization

/// Marks intervals and events for a profiler. Linux has no Instruments: they are debug messages of the log.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Writes to the log with the name of the program.
    public init() { self.init(logHandle: .default) }
    /// Writes to a log with these names.
    public init(subsystem: String, category: String) {
        self.init(logHandle: OSLog(subsystem: subsystem, category: category))
    }
    /// Writes to a log with these names.
    public init(subsystem: String, category: OSLog.Category) {
        self.init(logHandle: OSLog(subsystem: subsystem, category: category))
    }
    /// Writes to the log of that logger.
    public init(logger: Logger) { self.init(logHandle: logger.logHandle) }
    /// Writes to that log.
    public init(logHandle: OSLog) { log = logHandle }

    /// Writes nothing.
    public static let disabled = OSSignposter(logHandle: .disabled)
    /// Whether the log shows debug messages.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// A new id.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    /// The same id for the same object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Begins an interval. Pass the result to ``endInterval(_:_:)``.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        log.signpost(.begin, name, id) { _ in "" }
        return OSSignpostIntervalState(signpostID: id)
    }

    /// Begins an interval. Pass the result to ``endInterval(_:_:)``.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage
    ) -> OSSignpostIntervalState {
        log.signpost(.begin, name, id, message.text)
        return OSSignpostIntervalState(signpostID: id)
    }

    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        log.signpost(.end, name, state.signpostID) { _ in "" }
    }

    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {
        log.signpost(.end, name, state.signpostID, message.text)
    }

    /// Marks a moment.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
        log.signpost(.event, name, id) { _ in "" }
    }

    /// Marks a moment.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {
        log.signpost(.event, name, id, message.text)
    }

    /// Marks the time that `task` takes.
    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
    ) rethrows -> Result {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }
}

/// An interval that began.
public final class OSSignpostIntervalState: Sendable {
    let signpostID: OSSignpostID

    init(signpostID: OSSignpostID) { self.signpostID = signpostID }
}

/// Tells intervals with the same name apart.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    /// The number in the log.
    public let rawValue: UInt64

    /// The id with that number.
    public init(_ value: UInt64) { rawValue = value }
    /// A new one.
    public init(log: OSLog) { rawValue = Self.last.add(1, ordering: .relaxed).newValue }
    /// The same one for the same object.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
    }

    private static let last = Atomic<UInt64>(0)

    /// For names with one interval at a time.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// No id.
    public static let invalid = OSSignpostID(.max)
    /// No id.
    public static let null = OSSignpostID(0)

    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

/// What a signpost marks.
public enum OSSignpostType: UInt8, Sendable {
    /// A moment.
    case event = 0
    /// The begin of an interval.
    case begin = 1
    /// The end of an interval.
    case end = 2
}

/// Marks an event, or an end of an interval: see ``OSSignposter``.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    log.signpost(type, name, signpostID) { _ in "" }
}

/// Marks an event, or an end of an interval, with a message as of ``os_log(_:dso:log:type:_:)``.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
    log.signpost(type, name, signpostID) { MessageFormat(format).text(arguments, showsPrivate: $0) }
}

extension OSLog {
    fileprivate func signpost(
        _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ message: (_ showsPrivate: Bool) -> String
    ) {
        write(.debug) { showsPrivate in
            let detail = message(showsPrivate)
            let number = id == .exclusive ? "" : " \(id.rawValue)"
            return "\(type) of \(name)\(number)\(detail.isEmpty ? "" : ": \(detail)")"
        }
    }
}

// SPDX-License-Identifier: MIT

internal import Logging

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

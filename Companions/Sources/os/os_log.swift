// SPDX-License-Identifier: MIT

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

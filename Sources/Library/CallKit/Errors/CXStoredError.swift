// SPDX-License-Identifier: MIT

public import Foundation

/// The common interface of CallKit's error types. Match them by type, by code or as `NSError`:
///
/// ```swift
/// catch CXErrorCodeRequestTransactionError.unknownCallUUID { … }
/// (error as? CXErrorCodeIncomingCallError)?.code == .filteredByDoNotDisturb
/// (error as NSError).code == CXErrorCodeIncomingCallError.filteredByDoNotDisturb.rawValue
/// ```
///
/// `error as? NSError` is nil on Linux for every Swift error; write `error as NSError`.
public protocol CXStoredError: CustomNSError, Hashable, LocalizedError {
    /// The codes of the domain.
    associatedtype Code: RawRepresentable, Hashable, Sendable where Code.RawValue == Int
    /// The code of the error.
    var code: Code { get }
    /// What is wrong and what to do, in the service's words; nil without any.
    var message: String? { get }
    /// Creates the error of that code with that message.
    init(_ code: Code, message: String?)
}

extension CXStoredError {
    /// Creates the error of that code; of `userInfo` it keeps the description.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(code, message: userInfo[NSLocalizedDescriptionKey] as? String)
    }

    /// The code of the `NSError`.
    public var errorCode: Int { code.rawValue }
    /// The description if the service gave one; else empty.
    public var errorUserInfo: [String: Any] { message.map { [NSLocalizedDescriptionKey: $0] } ?? [:] }
    /// What is wrong and what to do; nil if the service did not say.
    public var errorDescription: String? { message }

    /// Errors of one code are equal, whatever their messages.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
    /// By the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
    /// Lets `catch` and `switch` match an error by its code.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? Self) == code }
}

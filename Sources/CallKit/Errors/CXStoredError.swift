// SPDX-License-Identifier: MIT

public import Foundation

/// What CallKit's error types have in common. Match them by type, by code or as `NSError`:
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
    /// Which error.
    var code: Code { get }
    /// What was wrong and what to do, as the service says it; nil if it said nothing.
    var message: String? { get }
    /// The error of that code.
    init(_ code: Code, message: String?)
}

extension CXStoredError {
    /// The error of that code; of `userInfo` the description is kept.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(code, message: userInfo[NSLocalizedDescriptionKey] as? String)
    }

    /// The code as `NSError` has it.
    public var errorCode: Int { code.rawValue }
    /// The description, where the service gave one.
    public var errorUserInfo: [String: Any] { message.map { [NSLocalizedDescriptionKey: $0] } ?? [:] }
    /// What was wrong and what to do.
    public var errorDescription: String? { message }

    /// Errors of one code are equal, whatever their words.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
    /// By the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
    /// Lets `catch` and `switch` match an error by its code.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? Self) == code }
}

// SPDX-License-Identifier: MIT

internal import CallInterface
public import Foundation
internal import SDBus

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

/// An error that any method of CallKit may fail with.
public struct CXError: CXStoredError {
    /// The codes of ``CXErrorDomain``.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknownError = 0
        /// The app lacks the permission.
        case unentitled = 1
        /// An argument is invalid.
        case invalidArgument = 2
        /// Never on Linux.
        case missingVoIPBackgroundMode = 3

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? CXError)?.code == code }
    }

    /// The code of the error.
    public let code: Code
    /// What is wrong and what to do, in the service's words; nil without any.
    public let message: String?

    /// Creates the error of that code with that message.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomain``.
    public static var errorDomain: String { CXErrorDomain }

    /// The cause is not known.
    public static var unknownError: Code { .unknownError }
    /// The app lacks the permission.
    public static var unentitled: Code { .unentitled }
    /// An argument is invalid.
    public static var invalidArgument: Code { .invalidArgument }
    /// Never on Linux.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

/// The domain of ``CXError`` as an `NSError`.
public let CXErrorDomain = "com.apple.CallKit.error"

// The service's refusals as CallKit's errors, with the service's message.

extension BusError {
    /// The refusal of a report of an incoming call.
    var incomingCallFailure: any Error {
        code == .invalidArgs ? CXError(.invalidArgument, message: message) : CXErrorCodeIncomingCallError(self)
    }

    /// The message in CallKit's words.
    fileprivate var messageForApps: String {
        switch code {
        case .unknownProvider, .unknownCallProvider:
            "The service does not know this CXProvider. It refused the registration, and the log says why; or the provider was invalidated."
        default: message
        }
    }
}

extension CXErrorCodeIncomingCallError {
    fileprivate init(_ error: BusError) {
        let code: Code =
            switch error.code {
            case .incomingUnentitled, .unentitled, .unknownProvider: .unentitled
            case .incomingCallUUIDAlreadyExists: .callUUIDAlreadyExists
            // CallKit has no word for a user who is in another call.
            case .filteredByDoNotDisturb, .incomingBusy: .filteredByDoNotDisturb
            // Neither has it one for an app that the user switched off.
            case .filteredByBlockList, .filteredByUser: .filteredByBlockList
            case .filteredDuringRestrictedSharingMode: .filteredDuringRestrictedSharingMode
            case .incomingCallIsProtected: .callIsProtected
            case .filteredBySensitiveParticipants: .filteredBySensitiveParticipants
            default: .unknown
            }
        self.init(code, message: error.messageForApps)
    }
}

extension CXErrorCodeRequestTransactionError {
    init(_ error: BusError) {
        let code: Code =
            switch error.code {
            case .requestUnentitled, .unentitled: .unentitled
            case .unknownCallProvider: .unknownCallProvider
            case .emptyTransaction: .emptyTransaction
            case .unknownCallUUID: .unknownCallUUID
            case .requestCallUUIDAlreadyExists: .callUUIDAlreadyExists
            case .invalidAction, .requestCallAnswered, .invalidArgs: .invalidAction
            case .requestMaximumCallGroupsReached: .maximumCallGroupsReached
            case .requestCallIsProtected: .callIsProtected
            default: .unknown
            }
        self.init(code, message: error.messageForApps)
    }
}

extension CXErrorCodeCallDirectoryManagerError {
    init(_ error: BusError) {
        let code: Code =
            switch ListErrorCode(name: error.name) {
            case .noExtensionFound: .noExtensionFound
            case .loadingInterrupted: .loadingInterrupted
            case .entriesOutOfOrder: .entriesOutOfOrder
            case .duplicateEntries: .duplicateEntries
            case .maximumEntriesExceeded: .maximumEntriesExceeded
            case .extensionDisabled: .extensionDisabled
            case .currentlyLoading: .currentlyLoading
            case .unexpectedIncrementalRemoval: .unexpectedIncrementalRemoval
            case .unknown, nil: .unknown
            }
        self.init(code, message: error.message)
    }
}

/// Awaits a method with a completion. The async form of each method calls the form with a completion, so a subclass
/// that overrides only the latter overrides both, as on Apple's systems, where both are one method.
nonisolated(nonsending) func outcome(_ body: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        body { error in
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }
}

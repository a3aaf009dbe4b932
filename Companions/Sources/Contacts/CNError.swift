// SPDX-License-Identifier: MIT

public import Foundation

/// Why contacts could not be read.
public struct CNError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors, with Apple's raw values.
    public enum Code: Int, Sendable {
        /// The directory does not run.
        case communicationError = 1
        /// The directory does not let this app read, because it is in a sandbox.
        case authorizationDenied = 100
        /// There is no contact with that identifier.
        case recordDoesNotExist = 200
        /// A predicate that does not come from `CNContact`.
        case predicateInvalid = 400
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, then what to do: `localizedDescription`.
    private let message: String

    public static let errorDomain = "CNErrorDomain"
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

    init(_ code: Code, _ description: String? = nil) {
        self.code = code
        message =
            description
            ?? {
                switch code {
                case .communicationError: "The directory does not run; install and start monkeycall-directory."
                case .authorizationDenied: "This app may not read the contacts."
                case .recordDoesNotExist: "There is no such contact; it may have been removed."
                case .predicateInvalid: "The predicate is not one of CNContact; use CNContact.predicateForContacts."
                }
            }()
    }
}

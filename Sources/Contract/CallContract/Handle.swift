// SPDX-License-Identifier: MIT

/// Microseconds since the Unix epoch. The core stores times and never compares them: a `TimerKey` fires at a deadline.
public typealias Time = UInt64

/// The address of the remote party of a call.
public struct Handle: Hashable, Sendable {
    /// The type of a value.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A name that only the provider understands.
        case generic
        /// A telephone number.
        case phoneNumber = "phone-number"
        /// An e-mail address.
        case emailAddress = "email-address"
    }

    /// The type of `value`.
    public let kind: Kind
    /// The number, address or name; never empty.
    public let value: String

    /// A handle of that kind.
    public init(kind: Kind, value: String) {
        self.kind = kind
        self.value = value
    }
}

// SPDX-License-Identifier: MIT

/// Microseconds since the Unix epoch. Carried and shown, never compared: a deadline is a `TimerKey` that fires.
public typealias Time = UInt64

/// Whom a call is with.
public struct Handle: Hashable, Sendable {
    /// What the value is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A name that only the provider understands.
        case generic
        /// A telephone number.
        case phoneNumber = "phone-number"
        /// An e-mail address.
        case emailAddress = "email-address"
    }

    /// What `value` is.
    public let kind: Kind
    /// The number, address or name; never empty.
    public let value: String

    /// A handle of that kind.
    public init(kind: Kind, value: String) {
        self.kind = kind
        self.value = value
    }
}

// SPDX-License-Identifier: MIT

/// The address of a member of a conversation, and the member's name.
public struct Handle: Hashable, Codable, Sendable {
    /// The type of a handle's value.
    public enum Kind: Int, Hashable, Codable, Sendable {
        /// An address that only the app understands.
        case generic
        /// A telephone number.
        case phoneNumber
        /// An e-mail address.
        case emailAddress
    }

    /// The type of ``value``.
    public var type: Kind
    /// The number, address or name.
    public var value: String
    /// The name for people; ``value`` if there is no other.
    public var displayName: String

    /// Creates a handle; without a name, `value` is the name.
    public init(type: Kind, value: String, displayName: String? = nil) {
        self.type = type
        self.value = value
        self.displayName = displayName ?? value
    }
}

// SPDX-License-Identifier: MIT

/// A member of a call.
public struct CallMember: Hashable, Sendable {
    /// The member's address.
    public let handle: Handle
    /// The member's name, to show to people; empty = none.
    public let displayName: String

    /// The member with that address.
    public init(handle: Handle, displayName: String = "") {
        self.handle = handle
        self.displayName = displayName
    }
}

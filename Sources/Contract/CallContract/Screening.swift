// SPDX-License-Identifier: MIT

/// What the user's directory decides about a reported call.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The call rings.
    case allow
    /// The call rings without a sound.
    case silence
    /// The registry refuses the call. Its app gets `IncomingCall.FilteredByBlockList`.
    case reject
}

/// How the user knows the other side of a call.
public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// The other side is in the user's address book.
    case contact
    /// The other side is one of the user's favourites.
    case favourite
}

/// The facts that the user's directory has about the other side of a call; nil = unchanged.
public struct Identification: Hashable, Sendable {
    /// The name to show; empty = the directory has none.
    public var displayName: String?
    /// For people: the source of the name, such as an address book or a list; empty = unknown.
    public var displayNameSource: String?
    /// A short text about the number, such as `Work` or `Delivery service`; empty = none.
    public var label: String?
    /// How the user knows the other side; `.some(nil)` = not at all.
    public var relation: Relation??

    /// An identification that changes nothing.
    public init() {}
}

/// A change of what the registry does while it waits for the directory; nil = unchanged.
public struct DirectoryUpdate: Hashable, Sendable {
    /// How long the registry waits for an answer about a call, in microseconds.
    public var deadline: UInt64?
    /// What the registry decides when the deadline has passed.
    public var whenLate: Verdict?

    /// An update that changes nothing.
    public init() {}
}

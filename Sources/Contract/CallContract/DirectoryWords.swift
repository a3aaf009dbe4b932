// SPDX-License-Identifier: MIT

/// What the user's directory decides about a reported call.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The call rings.
    case allow
    /// The call rings without a sound.
    case silence
    /// The service refuses the call. Its app gets `IncomingCall.FilteredByBlockList`.
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
    /// The number as people write it in the user's country; empty for any other address.
    public var formatted: String?
    /// How the user knows the other side; `.some(nil)` = not at all.
    public var relation: Relation??

    /// An identification that changes nothing.
    public init() {}
}

/// A change of what the service does for the directory, and while it waits for it; nil = unchanged.
public struct DirectoryUpdate: Hashable, Sendable {
    /// How long the service waits for an answer about a call, in microseconds.
    public var deadline: UInt64?
    /// What the service decides when the deadline has passed.
    public var whenLate: Verdict?
    /// The apps that the user switched off: identifiers of providers, and ids of sandboxed apps.
    public var disabledProviders: Set<String>?

    /// An update that changes nothing.
    public init() {}
}

/// The kinds of callers that a rule of the user is about.
public enum RuleKind: String, Hashable, Sendable, CaseIterable {
    /// One caller.
    case caller
    /// The numbers that begin with some digits.
    case prefix
    /// The numbers of a country.
    case country
    /// The addresses at a host.
    case host
    /// The callers that hide their number.
    case hidden
    /// The callers that are in no address book.
    case notInContacts = "not-in-contacts"
}

/// The two lists of a source.
public enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// The callers that do not ring.
    case blocked
    /// The callers that have a label.
    case identified
}

/// Whether the lists of a source are used.
public enum SourceStatus: String, Hashable, Sendable, CaseIterable {
    /// The user has not enabled the source.
    case disabled
    /// The user has enabled the source.
    case enabled
}

/// A format of files with lists.
public enum ListFileFormat: String, Hashable, Sendable, CaseIterable {
    /// A number or an address in each line.
    case text
    /// A table with the columns `number`, `label` and `type`.
    case csv
    /// vCards: every number and address of every card.
    case vcard
}

/// What a program searches contacts for.
public enum SearchPurpose: String, Hashable, Sendable, CaseIterable {
    /// A list from which the user chooses.
    case search
    /// The contact that the user has named.
    case contact
    /// The contact or favourite that the user wants to call.
    case call
    /// The contacts that the digits of a keypad may mean.
    case keypad
    /// All contacts, whatever the text.
    case all
}

// SPDX-License-Identifier: MIT

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

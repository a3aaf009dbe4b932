// SPDX-License-Identifier: MIT

/// What a program searches contacts for.
public enum SearchPurpose: String, Hashable, Sendable, CaseIterable {
    /// A list from which the user chooses.
    case search
    /// The contact that the user has named.
    case contact
    /// The contact or favourite that the user wants to call.
    case call
    /// All contacts, whatever the text.
    case all
}

// SPDX-License-Identifier: MIT

/// A format of files with lists.
public enum ListFileFormat: String, Hashable, Sendable, CaseIterable {
    /// A number or an address in each line.
    case text
    /// A table with the columns `number`, `label` and `type`.
    case csv
    /// vCards: every number and address of every card.
    case vcard
}

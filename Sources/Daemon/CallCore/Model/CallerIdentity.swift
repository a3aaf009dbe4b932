// SPDX-License-Identifier: MIT

/// The directory's facts about the other side of a call. Programs in a sandbox may not see them: an app could report
/// numbers to read the address book.
package struct CallerIdentity: Hashable, Sendable {
    /// The name to show; empty = none.
    package private(set) var displayName = ""
    /// The source of the name; empty = unknown.
    package private(set) var displayNameSource = ""
    /// A short text about the number; empty = none.
    package private(set) var label = ""
    /// How the user knows the other side; nil = not at all.
    package private(set) var relation: Relation?

    package init() {}

    mutating func apply(_ update: Identification) {
        if let name = update.displayName { displayName = name }
        if let source = update.displayNameSource { displayNameSource = source }
        if let label = update.label { self.label = label }
        if let relation = update.relation { self.relation = relation }
    }
}

extension CallerIdentity: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(displayName)
        writer.write(displayNameSource)
        writer.write(label)
        writer.write(relation)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        displayName = try reader.read()
        displayNameSource = try reader.read()
        label = try reader.read()
        relation = try reader.read()
    }
}

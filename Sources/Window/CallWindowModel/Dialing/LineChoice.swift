// SPDX-License-Identifier: MIT

/// The lines that the user may choose for a call, and the chosen one.
package struct LineChoice: Hashable, Sendable {
    package private(set) var lines: [PhoneLine] = []
    /// The provider of the line that the user has chosen, empty = the service chooses; nil = the user has chosen none.
    package private(set) var provider: String?

    package init() {}

    /// Whether there is a choice.
    package var isOffered: Bool { lines.count > 1 }

    /// The place of the chosen line, or else of the first one.
    package var selected: Int { lines.firstIndex { $0.provider == provider } ?? 0 }

    /// A chosen line stays chosen as long as it is among them.
    package mutating func offer(_ lines: [PhoneLine]) {
        self.lines = lines
        if !isOffered || !lines.contains(where: { $0.provider == provider }) { provider = nil }
    }

    /// The user selects the line at a place. The selected one is no new choice.
    package mutating func select(_ place: Int) {
        if place != selected, lines.indices.contains(place) { provider = lines[place].provider }
    }
}

// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
package import CallLinks
import ConfigurationText
import SDBus

/// An app that can make a call.
package struct PhoneLine: Hashable, Sendable {
    /// The identifier of the provider; empty = the service chooses.
    package let provider: String
    package let title: String

    package init(provider: String, title: String) { (self.provider, self.title) = (provider, title) }

    /// The lines for a call with a handle of that type. The first one makes the call if the user chooses none: it is
    /// the one that the directory proposes, or else the choice of the service, unless there is no choice.
    ///
    /// - Parameter proposed: the providers that the directory proposes for the other side, such as that of the last
    ///   call
    package static func lines(
        for kind: Handle.Kind, in registry: Registry, proposed: [String] = []
    ) -> [PhoneLine] {
        var lines = able(kind, registry)
        guard lines.count > 1 else { return lines }
        let usual = Self.proposed(proposed, among: lines).map { lines.remove(at: $0) }
        return [usual, PhoneLine(provider: "", title: Catalogue.text("Default app"))].compactMap(\.self) + lines
    }

    /// The provider of a call for which the user chooses none; empty = the service chooses.
    package static func provider(for kind: Handle.Kind, in registry: Registry, proposed: [String]) -> String {
        let lines = able(kind, registry)
        return Self.proposed(proposed, among: lines).map { lines[$0].provider } ?? ""
    }

    /// The place of the first proposed line that can make the call. A proposed app may not run.
    private static func proposed(_ providers: [String], among lines: [PhoneLine]) -> Int? {
        providers.lazy.compactMap { provider in lines.firstIndex { $0.provider == provider } }.first
    }

    /// The apps that can call a handle of that type.
    package static func able(_ kind: Handle.Kind, _ registry: Registry) -> [PhoneLine] {
        let able = registry.providersInOrder.filter { provider in
            let types = provider.properties[.supportedHandleTypes]?.strings ?? []
            return types.isEmpty || types.contains(kind.rawValue)
        }
        return able.map { PhoneLine(provider: $0.identifier, title: $0.name.alone) }
    }
}

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

// The question whether to call, which a link needs: every page and message can contain one.

extension CallLink {
    package var question: String { Catalogue.text("Call %s?", handle.value) }

    /// The facts of the link that the number or address does not have.
    package var facts: String {
        var lines: [String] = []
        if isVideo { lines.append(Catalogue.text("Video call")) }
        if !extensionDigits.isEmpty { lines.append(Catalogue.text("Extension %s", extensionDigits)) }
        if !postDial.isEmpty { lines.append(Catalogue.text("Code for after the answer: %s", postDial)) }
        if let context { lines.append(Catalogue.text("Only in the network of %s", context)) }
        return lines.joined(separator: "\n")
    }
}

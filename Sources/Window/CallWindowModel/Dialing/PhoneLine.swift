// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
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

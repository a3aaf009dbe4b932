// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import SDBus
import Translations

/// An app that can make a call.
package struct PhoneLine: Hashable, Sendable {
    /// The identifier of the provider; empty = the service chooses.
    package let provider: String
    package let title: String

    package init(provider: String, title: String) { (self.provider, self.title) = (provider, title) }

    /// The lines for a call with a handle of that type. The first one lets the service choose, unless there is no choice.
    package static func lines(for kind: Handle.Kind, in registry: Registry) -> [PhoneLine] {
        let able = registry.providersInOrder.filter { provider in
            let types = provider.properties[.supportedHandleTypes]?.strings ?? []
            return types.isEmpty || types.contains(kind.rawValue)
        }
        let lines = able.map { PhoneLine(provider: $0.identifier, title: $0.name.alone) }
        return lines.count < 2 ? lines : [PhoneLine(provider: "", title: Catalogue.text("Default app"))] + lines
    }
}

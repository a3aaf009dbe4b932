// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// A place that call audio can go to, as the primary shell describes it.
package struct RouteRecord: Hashable, Sendable {
    package let properties: [String: Variant]

    /// The name for programs, and for SetRoute.
    package var name: String { properties[Key.name]?.string ?? "" }
    /// The name for people.
    package var localizedName: String { properties[Key.localizedName]?.string ?? name }
    /// `speaker`, `headset`, ...
    package var kind: String { properties[Key.kind]?.string ?? "" }
    /// Whether it can be chosen now.
    package var isAvailable: Bool { properties[Key.available]?.bool ?? true }
}

extension AudioRecord {
    /// The places that call audio can go to.
    package var routes: [RouteRecord] {
        (properties[Key.routes]?.dictionaries ?? []).map { RouteRecord(properties: $0) }
    }

    /// Whether there is a shell that rings and routes.
    package var hasShell: Bool { properties["HasShell"]?.bool ?? false }
}

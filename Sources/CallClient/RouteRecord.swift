// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// A place where call audio can go, as the primary shell says.
package struct RouteRecord: Hashable {
    package let properties: [String: Variant]

    /// For programs, and for SetRoute.
    package var name: String { properties[Key.name]?.string ?? "" }
    /// For people.
    package var localizedName: String { properties[Key.localizedName]?.string ?? name }
    /// `speaker`, `headset`, ...
    package var kind: String { properties[Key.kind]?.string ?? "" }
    /// Whether it can be chosen now.
    package var isAvailable: Bool { properties[Key.available]?.bool ?? true }
}

extension AudioRecord {
    /// Where call audio can go.
    package var routes: [RouteRecord] {
        guard case .array(_, let routes)? = properties["Routes"] else { return [] }
        return routes.compactMap { route in
            guard case .dictionary(let properties) = route else { return nil }
            return RouteRecord(properties: properties)
        }
    }

    /// Whether there is a shell that rings and routes.
    package var hasShell: Bool { properties["HasShell"]?.bool ?? false }
}

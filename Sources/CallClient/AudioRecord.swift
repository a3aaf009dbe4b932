// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// The properties of the audio interface.
package struct AudioRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    package init(_ properties: [String: Variant] = [:]) { self.properties = properties }

    package var ownerCalls: [String] { properties[.ownerCalls]?.strings ?? [] }
    /// The group that has the audio; empty = none.
    package var ownerGroup: String { text(.ownerGroup) }
    package var ownerProvider: String { text(.ownerProvider) }
    package var reason: String { text(.reason) }
    package var alert: String { text(.alert) }
    package var route: String { text(.route) }
    package var requestedRoute: String { text(.requestedRoute) }

    /// Where call audio can go.
    package var routes: [Route] {
        (properties[.routes]?.dictionaries ?? []).compactMap { try? Route(Options($0)) }
    }

    /// Whether there is a shell that rings and routes.
    package var hasShell: Bool { properties[.hasShell]?.bool ?? false }

    private func text(_ key: Key) -> String { properties[key]?.string ?? "" }
}

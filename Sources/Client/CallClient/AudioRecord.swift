// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// The properties of the audio interface.
package struct AudioRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    package init(_ properties: [String: Variant] = [:]) { self.properties = properties }

    package var ownerCalls: [String] { properties[.ownerCalls]?.strings ?? [] }
    /// The group that has the audio; empty = none.
    package var ownerGroup: String { properties.text(.ownerGroup) }
    package var ownerProvider: String { properties.text(.ownerProvider) }
    package var reason: Received<Reason> { properties.word(.reason) }
    package var alert: Received<Alert> { properties.word(.alert) }
    package var route: String { properties.text(.route) }
    package var requestedRoute: String { properties.text(.requestedRoute) }

    /// Where call audio can go.
    package var routes: [Route] {
        (properties[.routes]?.dictionaries ?? []).compactMap { try? Route(Options($0)) }
    }

    /// Whether there is a shell that rings and routes.
    package var hasShell: Bool { properties.flag(.hasShell) }
}

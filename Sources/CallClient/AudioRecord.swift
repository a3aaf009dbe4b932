// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// The properties of the audio interface.
package struct AudioRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    package init(_ properties: [String: Variant] = [:]) { self.properties = properties }

    package var ownerCalls: [String] { properties["OwnerCalls"]?.strings ?? [] }
    /// The group that has the audio; empty = none.
    package var ownerGroup: String { text("OwnerGroup") }
    package var ownerProvider: String { text("OwnerProvider") }
    package var reason: String { text(Key.reason) }
    /// `none`, `ring`, `call-waiting` or `silent`.
    package var alert: String { text("Alert") }
    package var route: String { text(Key.route) }
    package var requestedRoute: String { text("RequestedRoute") }

    private func text(_ key: String) -> String { properties[key]?.string ?? "" }
}

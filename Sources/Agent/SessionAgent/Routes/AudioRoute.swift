// SPDX-License-Identifier: MIT

package import CallInterface
import SDBus

/// A route of call audio: one of `Routes` in the service's audio interface.
package struct AudioRoute: Hashable {
    /// Stays the same for the same place, across profiles, calls and logins.
    package var name: String
    /// For people.
    package var localizedName: String
    package var kind: RouteKind
    /// Whether it can be chosen now.
    package var isAvailable: Bool
    /// Whether calls use it without a request: it is worn or held to the ear, and certainly connected.
    package var isPersonal: Bool

    /// As the service gets it.
    var route: Route {
        Route(name: name, localizedName: localizedName, kind: Received(kind), isAvailable: isAvailable)
    }
}

extension RouteKind {
    /// A higher rank is preferred, for the choice among several devices at the start.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

// SPDX-License-Identifier: MIT

package import CallInterface
import SDBus

/// Where call audio can go: one of `Routes` in the service's audio interface.
package struct AudioRoute: Hashable {
    /// Stays the same for the same place, over profiles, calls and logins.
    package var name: String
    /// For people.
    package var localizedName: String
    package var kind: RouteKind
    /// Whether it can be chosen now.
    package var isAvailable: Bool
    /// Whether calls go there by themselves: it is worn or held to the ear, and it is known for sure that it is there.
    package var isPersonal: Bool

    /// As the service is told it.
    var route: Route {
        Route(name: name, localizedName: localizedName, kind: Received(kind), isAvailable: isAvailable)
    }
}

extension RouteKind {
    /// When several routes are there at the start, the highest is chosen.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

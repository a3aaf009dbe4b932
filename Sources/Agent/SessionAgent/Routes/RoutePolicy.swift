// SPDX-License-Identifier: MIT

/// Chooses the route of a call as phones do: the device that was put on last, or the one before it after it is gone;
/// and the user's own choice, while that device exists, until the end of the call.
package struct RoutePolicy: Hashable {
    /// The user's own choice, which only another choice overrides.
    package private(set) var chosen: String?
    /// The devices that were put on, and those that the desktop was set to, the last one at the end. All are available.
    package private(set) var recent: [String] = []
    private var available: Set<String> = []

    package init(chosen: String? = nil, recent: [String] = []) {
        (self.chosen, self.recent) = (chosen, recent)
        available = Set(recent)
    }

    /// Sets the present routes; `desktop` is the route of the desktop. Returns the new ones.
    @discardableResult
    package mutating func update(_ routes: [AudioRoute], desktop: String) -> Set<String> {
        let now = Set(routes.filter(\.isAvailable).map(\.name))
        let come = now.subtracting(available)
        available = now
        recent.removeAll { !now.contains($0) }
        if let chosen, !now.contains(chosen) { self.chosen = nil }
        // At startup the order in which the devices were put on is unknown.
        let personal = routes.filter { $0.isPersonal && $0.isAvailable && !recent.contains($0.name) }
        recent += personal.sorted {
            ($0.name == desktop ? 1 : 0, $0.kind.rank, $0.name) < ($1.name == desktop ? 1 : 0, $1.kind.rank, $1.name)
        }.map(\.name)
        return come
    }

    /// The user's choice, in a call or for the next one.
    package mutating func choose(_ route: String) {
        if available.contains(route) { chosen = route }
    }

    /// The desktop was set to this route outside of a call.
    package mutating func prefer(_ route: String) {
        guard available.contains(route) else { return }
        recent.removeAll { $0 == route }
        recent.append(route)
    }

    package mutating func endCall() { chosen = nil }

    /// The route for a call; "" if there is none. `desktop` is the route of the desktop without the call.
    package func route(_ routes: [AudioRoute], desktop: String) -> String {
        if let wanted = chosen ?? recent.last { return wanted }
        if available.contains(desktop) { return desktop }
        return routes.filter(\.isAvailable).max { ($0.kind.rank, $1.name) < ($1.kind.rank, $0.name) }?.name ?? ""
    }
}

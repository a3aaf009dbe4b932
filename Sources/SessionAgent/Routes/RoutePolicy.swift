// SPDX-License-Identifier: MIT

/// Where a call goes, as everyone knows it from phones: to what was put on last, or back to what was before it when it is
/// gone; and where the user wants it, as long as that is there, to the end of the call.
package struct RoutePolicy: Hashable {
    /// The user's own choice, which nothing overrides but another one.
    package private(set) var chosen: String?
    /// What was plugged in and is worn, and what the desktop was set to, the last one at the end. All of it is available.
    package private(set) var recent: [String] = []
    private var available: Set<String> = []

    package init(chosen: String? = nil, recent: [String] = []) {
        (self.chosen, self.recent) = (chosen, recent)
        available = Set(recent)
    }

    /// These are the routes now, and `desktop` is where the desktop plays. Returns what has come.
    @discardableResult
    package mutating func update(_ routes: [AudioRoute], desktop: String) -> Set<String> {
        let now = Set(routes.filter(\.isAvailable).map(\.name))
        let come = now.subtracting(available)
        available = now
        recent.removeAll { !now.contains($0) }
        if let chosen, !now.contains(chosen) { self.chosen = nil }
        // Of those that were there to begin with nobody knows which was put on last.
        let personal = routes.filter { $0.isPersonal && $0.isAvailable && !recent.contains($0.name) }
        recent += personal.sorted {
            ($0.name == desktop ? 1 : 0, $0.kind.rank, $0.name) < ($1.name == desktop ? 1 : 0, $1.kind.rank, $1.name)
        }.map(\.name)
        return come
    }

    /// By the user, in a call or for the next one.
    package mutating func choose(_ route: String) {
        if available.contains(route) { chosen = route }
    }

    /// The desktop was set to it, outside of a call.
    package mutating func prefer(_ route: String) {
        guard available.contains(route) else { return }
        recent.removeAll { $0 == route }
        recent.append(route)
    }

    package mutating func endCall() { chosen = nil }

    /// Where a call goes now; "" = there is no place. `desktop` is where the desktop would play without it.
    package func route(_ routes: [AudioRoute], desktop: String) -> String {
        if let wanted = chosen ?? recent.last { return wanted }
        if available.contains(desktop) { return desktop }
        return routes.filter(\.isAvailable).max { ($0.kind.rank, $1.name) < ($1.kind.rank, $0.name) }?.name ?? ""
    }
}

// SPDX-License-Identifier: MIT

/// A place that call audio can go to, as the primary shell describes it.
public struct Route: Hashable, Sendable {
    /// Names it in `SetRoute`. The same place keeps its name over profiles, calls and logins.
    public var name: String
    /// For people.
    public var localizedName: String
    /// A kind that this program does not know is kept.
    public var kind: Received<RouteKind>
    /// Whether it can be chosen now.
    public var isAvailable: Bool

    /// A route of that kind.
    public init(name: String, localizedName: String, kind: Received<RouteKind>, isAvailable: Bool) {
        self.name = name
        self.localizedName = localizedName
        self.kind = kind
        self.isAvailable = isAvailable
    }
}

/// What a route leads to. In this order the agent prefers the later one when several are there at its start.
public enum RouteKind: String, Hashable, Sendable, CaseIterable {
    case other, speaker, earpiece, headphones, headset, car, bluetooth
    case hearingAid = "hearing-aid"
}

// SPDX-License-Identifier: MIT

/// A possible route of call audio, as the primary shell describes it.
public struct Route: Hashable, Sendable {
    /// The name for `SetRoute`. The same place keeps its name across profiles, calls and logins.
    public var name: String
    /// The name for people.
    public var localizedName: String
    /// The kind of device. A word that this program does not know is kept.
    public var kind: Received<RouteKind>
    /// Whether a client can choose it now.
    public var isAvailable: Bool

    /// A route of that kind.
    public init(name: String, localizedName: String, kind: Received<RouteKind>, isAvailable: Bool) {
        self.name = name
        self.localizedName = localizedName
        self.kind = kind
        self.isAvailable = isAvailable
    }
}

/// The kind of device of a route. If several are available at its start, the agent prefers the last in this order.
public enum RouteKind: String, Hashable, Sendable, CaseIterable {
    case other, speaker, earpiece, headphones, headset, car, bluetooth
    case hearingAid = "hearing-aid"
}

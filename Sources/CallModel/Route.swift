// SPDX-License-Identifier: MIT

/// A place that sound can go to.
public struct Route: Hashable, Sendable {
    /// Names it in `SetRoute`.
    public var id: String
    /// `speaker`, `headset`, `headphones`, `earpiece`, `bluetooth`, … as the shell says.
    public var kind: String
    /// For people.
    public var name: String
    /// Whether it can be chosen now.
    public var isAvailable: Bool

    /// A route.
    public init(id: String, kind: String, name: String, isAvailable: Bool) {
        self.id = id
        self.kind = kind
        self.name = name
        self.isAvailable = isAvailable
    }
}

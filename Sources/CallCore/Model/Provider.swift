// SPDX-License-Identifier: MIT

/// A connection to the bus, named by what the bus calls it (`:1.42`).
public struct Client: Hashable, Sendable {
    /// The unique name.
    public let name: String

    /// The connection with that unique name.
    public init(name: String) { self.name = name }
}

/// Something that makes calls: an app's registration, alive as long as its connection.
public struct Provider: Hashable, Sendable {
    /// The number in its object path.
    public let id: ProviderID
    /// The name it registered with; unique in its domain.
    public let identifier: String
    /// The connection that registered it, and that alone may report and fulfil.
    public let client: Client
    /// The sandboxed app it belongs to; nil when it runs outside a sandbox.
    public let app: String?
    /// What kind of calls it makes.
    public let providerClass: ProviderClass
    /// What it says of itself.
    public internal(set) var configuration: ProviderConfiguration

    /// Its calls in order of appearance, so that the same events have the same effects in the same order.
    var calls: [CallID] = []
    /// True from a hold that timed out until it completes an action: its calls count as unholdable, so that the next
    /// request ends them and nobody is trapped.
    var isUnresponsive = false
}

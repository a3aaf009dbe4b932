// SPDX-License-Identifier: MIT

/// A connection to the bus.
package struct Client: Hashable, Sendable {
    /// Its unique name, such as `:1.42`.
    package let name: String

    package init(name: String) { self.name = name }
}

/// An app's registration. It ends with its connection.
package struct Provider: Hashable, Sendable {
    package let id: ProviderID
    /// Unique in its domain.
    package let identifier: String
    /// The connection that registered it. No other may report and fulfil.
    package let client: Client
    /// The sandboxed app that it belongs to; nil outside a sandbox.
    package let app: String?
    /// The app that pays for it and for its calls.
    package let account: Account
    package let providerClass: ProviderClass
    package internal(set) var configuration: ProviderConfiguration

    /// Its calls in order of appearance, so that the same events have the same effects in the same order.
    var calls: [CallID] = []
    /// True from a hold that timed out until the provider completes an action. Meanwhile its calls count as unholdable,
    /// so that the next request ends them and the user is not trapped.
    var isUnresponsive = false

    package var worksAsModem: Bool {
        providerClass.worksAsModem(holdsImplicitly: configuration.holdsImplicitly ?? false)
    }
}

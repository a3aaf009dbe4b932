// SPDX-License-Identifier: MIT

/// The sender of an event: a connection, and the facts that the bus and the kernel know about it.
package struct Caller: Hashable, Sendable {
    package let client: Client
    package let uid: UInt32
    /// The only identifier that the caller may use: that of its sandboxed app, or of a modem service that serves
    /// another user. nil = any; empty = the name of the sandbox is unknown, so the caller has no provider.
    package let app: String?
    /// True for uid 0 in another user's domain. In its own domain uid 0 is a user like any other.
    package let isAdministrator: Bool
    /// The app that pays for what the caller makes the service keep.
    package let account: Account

    package init(client: Client, uid: UInt32, app: String?, isAdministrator: Bool, account: Account) {
        self.client = client
        self.uid = uid
        self.app = app
        self.isAdministrator = isAdministrator
        self.account = account
    }
}

/// The table of permissions. The caller is the user of the domain or the administrator; the service refuses all others.
extension Caller {
    /// Whether it may register a provider of this identifier. A sandboxed app may use only its own name.
    func mayRegister(_ identifier: String) -> Bool { !isAdministrator && mayName(identifier) }

    /// Whether it may know that a provider of this identifier exists.
    func mayName(_ identifier: String) -> Bool { SandboxName.owns(identifier, app: app) }

    /// Whether it may report, fulfil, fail, configure and invalidate for this provider.
    func mayReport(for provider: Provider) -> Bool { client == provider.client }

    /// Whether it may request actions on this provider's calls.
    func mayRequest(of provider: Provider) -> Bool { app == nil || app == provider.app }

    /// Whether it may see more of this provider's calls than their existence.
    package func maySeeAll(of provider: Provider) -> Bool { app == nil || app == provider.app }

    /// Whether this call of another app may end to make room for the caller's request.
    func mayDisplace(_ call: Call, of provider: Provider) -> Bool {
        app == nil || app == provider.app || !call.hasConnected
    }

    /// Whether it may be a shell, set routes and silence.
    var mayBeShell: Bool { app == nil }
}

/// The app that pays for what a connection makes the service keep. All connections of one app have the same account,
/// so that more connections do not get it more.
package struct Account: Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}

extension Account: Kept {
    package func write(to writer: inout StateWriter) { writer.write(name) }
    package init(from reader: inout StateReader) throws(UnreadableState) { name = try reader.text() }

    /// Older formats have no accounts. Then a sandboxed app has one, and each other connection.
    static func unknown(app: String?, _ client: Client) -> Account { Account(name: app ?? client.name) }
}

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
    /// The tones of the last request that asked it to call; nil = the request had none, or a call was started since.
    /// They are not kept.
    var requestedTones: RequestedTones?

    package var worksAsModem: Bool {
        providerClass.worksAsModem(holdsImplicitly: configuration.holdsImplicitly ?? false)
    }
}

/// The tones that a requester gave for a call that a provider is asked to start.
package struct RequestedTones: Hashable, Sendable {
    let handle: Handle
    let postDial: String

    /// The tones, if the provider starts a call to the same party. It may write a number in another way.
    func tones(calling other: Handle) -> String {
        let isSame = other == handle || handle.dialable != nil && handle.dialable == other.dialable
        return isSame ? postDial : ""
    }
}

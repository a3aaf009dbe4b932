// SPDX-License-Identifier: MIT

/// Who sends an event: a connection, and what the bus and the kernel say of it.
public struct Caller: Hashable, Sendable {
    /// The connection.
    public let client: Client
    /// Whose process it is, as the bus says.
    public let uid: UInt32
    /// What it is held to: the sandboxed app it runs in, or the identifier of a modem service that serves another user; nil =
    /// nothing, empty = a sandbox whose name cannot be read: it has no provider.
    public let app: String?
    /// True for uid 0 at another user's domain. In its own domain uid 0 is a user like any other.
    public let isAdministrator: Bool

    /// A caller.
    public init(client: Client, uid: UInt32, app: String?, isAdministrator: Bool) {
        self.client = client
        self.uid = uid
        self.app = app
        self.isAdministrator = isAdministrator
    }
}

/// The table *who may do what*, for a caller of the domain's own user or the administrator: nobody else gets here.
extension Caller {
    /// Whether it may register a provider of that identifier. An app in a sandbox is held to its own name.
    func mayRegister(_ identifier: String) -> Bool { !isAdministrator && mayName(identifier) }

    /// Whether it may hear if a provider of that identifier exists.
    func mayName(_ identifier: String) -> Bool {
        guard let app else { return true }
        return !app.isEmpty && (identifier == app || identifier.hasPrefix(app + "."))
    }

    /// Whether it may report, fulfil, fail, configure and invalidate for that provider.
    func mayReport(for provider: Provider) -> Bool { client == provider.client }

    /// Whether it may ask for actions on that provider's calls.
    func mayRequest(of provider: Provider) -> Bool { app == nil || app == provider.app }

    /// Whether it may see more of that provider's calls than that they are there.
    public func maySeeAll(of provider: Provider) -> Bool { app == nil || app == provider.app }

    /// Whether room may be made for its request by ending that call of another app.
    func mayDisplace(_ call: Call, of provider: Provider) -> Bool {
        app == nil || app == provider.app || !call.hasConnected
    }

    /// Whether it may be a shell, set routes and silence.
    var mayBeShell: Bool { app == nil }
}

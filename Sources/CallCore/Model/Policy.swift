// SPDX-License-Identifier: MIT

/// What the administrator has decided, for every domain alike.
public struct Policy: Hashable, Sendable {
    /// The most that clients can make the registry keep.
    public var limits = Limits()
    /// How long providers have.
    public var deadlines = Deadlines()
    /// The identifiers of the providers that are cellular, each with the uid that alone may register it.
    public var cellular: [String: UInt32] = [:]

    /// What holds where the administrator has decided nothing.
    public init() {}
}

/// Modem services, which often run as another user than the one whose calls they make.
extension Policy {
    /// A uid that no process has: keeps an identifier for an account that does not exist yet.
    public static let nobody = UInt32.max

    /// Whether that caller may make another user's calls under that identifier. No app in a sandbox is a modem.
    public func mayServe(_ identifier: String, _ caller: Caller) -> Bool {
        caller.app == nil && !caller.isAdministrator && caller.uid == cellular[identifier]
    }

    /// The caller in the domain of the user that it asks to serve. There it is held to its identifier as an app in a
    /// sandbox is to its own: that it carries some of a user's calls is no reason to see the others. `newAmong` is how many
    /// users there are, where this one is not among them.
    public func serving(_ identifier: String, _ caller: Caller, newAmong users: Int?) throws(CallError) -> Caller {
        guard mayServe(identifier, caller) else {
            throw CallError(
                .unentitled,
                """
                Only the account that the administrator's configuration names for \(identifier) may make another user's \
                calls, and not from a sandbox: see [Cellular \(identifier)] in monkeycalld(8).
                """)
        }
        if let users, users >= limits.users {
            throw CallError(.limitsExceeded, "The registry keeps the calls of \(limits.users) users, and has as many.")
        }
        return Caller(client: caller.client, uid: caller.uid, app: identifier, isAdministrator: false)
    }
}

extension Domain {
    /// Whether a connection has something here that it would not find any more if it served another user.
    package func hasRegistrations(of client: Client) -> Bool {
        providers.idsOfClient[client] != nil || shells.contains(client)
    }
}

// SPDX-License-Identifier: MIT

/// The administrator's decisions. They hold for every domain.
public struct Policy: Hashable, Sendable {
    /// The most that clients can make the service keep.
    public var limits = Limits()
    /// How long providers have.
    public var deadlines = Deadlines()
    /// The identifiers of cellular providers, each with the only uid that may register it. `org.example.Modem.*` names
    /// all identifiers below `org.example.Modem`.
    public var cellular: [String: UInt32] = [:]
    /// The units of toolbox containers, whose programs count as programs of the user although they have a root of their
    /// own. A `*` at the end stands for any rest.
    public var toolboxes: [String] = []

    /// The defaults.
    public init() {}
}

/// Modem services. They often run as another user than the one whose calls they make.
extension Policy {
    /// A uid that no process has. It reserves an identifier for an account that does not exist yet.
    public static let nobody = UInt32.max
    /// The end of a name for all identifiers below another one.
    package static let below = ".*"

    /// The only uid that may register this identifier, which is then `cellular`; nil = any uid. The identifier itself
    /// comes before those that it is below, and the longest of these comes first.
    package func account(of identifier: String) -> UInt32? {
        if let account = cellular[identifier] { return account }
        var parent = identifier[...]
        while let dot = parent.lastIndex(of: ".") {
            parent = parent[..<dot]
            if let account = cellular[parent + Self.below] { return account }
        }
        return nil
    }

    /// Whether this caller may make another user's calls under this identifier. A sandboxed app may not.
    package func mayServe(_ identifier: String, _ caller: Caller) -> Bool {
        caller.app == nil && !caller.isAdministrator && caller.uid == account(of: identifier)
    }

    /// The caller in the domain of the user that it asks to serve. There it may use only its own identifier, as a
    /// sandboxed app, so that it does not see the user's other calls. `newAmong` is the number of users, if this one is
    /// not among them.
    package func serving(_ identifier: String, _ caller: Caller, newAmong users: Int?) throws(CallError) -> Caller {
        try require(
            mayServe(identifier, caller), .unentitled,
            """
            Only the account that the administrator's configuration names for \(identifier), outside a sandbox, may make \
            another user's calls; see [Cellular \(identifier)] in monkeycalld(8).
            """)
        if let users, users >= limits.users {
            throw CallError(
                .limitsExceeded,
                "The registry serves \(limits.users) users already. Try again when one of them has no calls.")
        }
        return Caller(
            client: caller.client, uid: caller.uid, app: identifier, isAdministrator: false, account: caller.account)
    }
}

extension Domain {
    /// Whether a connection has a provider, a shell or the directory here, which it could not reach if it served
    /// another user.
    package func hasRegistrations(of client: Client) -> Bool {
        providers.idsOfClient[client] != nil || shells.contains(client) || screenings.directory?.client == client
    }
}

/// How long a provider has for each kind of action, and how long a call has to connect; microseconds.
public struct Deadlines: Hashable, Sendable {
    /// For a start-call action.
    public var start: UInt64 = 600_000_000
    /// For an answer-call action.
    public var answer: UInt64 = 60_000_000
    /// For every other action. One that plays tones has their time in addition.
    public var other: UInt64 = 5_000_000
    /// For a hold or an end that makes room for an emergency call.
    public var emergency: UInt64 = 1_000_000
    /// From the fulfilment of a start until the call must be connected.
    public var connect: UInt64 = 600_000_000
    /// How long a refused caller may pass do-not-disturb when it rings again.
    public var repeatCaller: UInt64 = 180_000_000

    /// How long after an emergency call no cellular call is refused.
    public var emergencyWindow: UInt64 = 7_200_000_000

    /// CallKit's values.
    public init() {}

    func time(for kind: ActionKind) -> UInt64 {
        switch kind {
        case .start: start
        case .answer: answer
        case .end, .setHeld, .setMuted, .setGroup: other
        // The provider completes it after the last tone.
        case .playDTMF(let digits, _): other + ToneTime.of(digits)
        }
    }
}

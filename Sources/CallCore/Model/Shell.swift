// SPDX-License-Identifier: MIT

/// A client that shows and sounds calls in a login session. Only the primary one's state counts: the last registered
/// of the sessions in front.
struct Shell: Hashable, Sendable {
    let client: Client
    let session: String
    var isActive: Bool
    var state = ShellState()
}

/// What a shell says of the user's wishes and of the sound. The defaults hold while there is no shell.
struct ShellState: Hashable, Sendable {
    var doNotDisturb = false
    var allowed: Set<Handle> = []
    var repeatCallers = true
    var autoResume = false
    var ringTimeout: UInt64 = 120_000_000
    var defaultProviders: [Handle.Kind: String] = [:]
    var routes: [Route] = []
    var route = ""

    mutating func apply(_ update: ShellUpdate) {
        if let value = update.doNotDisturb { doNotDisturb = value }
        if let value = update.allowed { allowed = value }
        if let value = update.repeatCallers { repeatCallers = value }
        if let value = update.autoResume { autoResume = value }
        if let value = update.ringTimeout { ringTimeout = value }
        if let value = update.defaultProviders { defaultProviders = value }
        if let value = update.routes { routes = value }
        if let value = update.route { route = value }
    }
}

/// A patch of a shell's state: nil leaves the value as it was.
public struct ShellUpdate: Hashable, Sendable {
    /// Whether calls are to be refused.
    public var doNotDisturb: Bool?
    /// Who may ring all the same.
    public var allowed: Set<Handle>?
    /// Whether a caller that tries again within three minutes may ring.
    public var repeatCallers: Bool?
    /// Whether a held call resumes although the other side ended the call it was held for.
    public var autoResume: Bool?
    /// The longest a call rings; microseconds, 0 = for ever.
    public var ringTimeout: UInt64?
    /// The identifier of the provider that is to call each kind of handle.
    public var defaultProviders: [Handle.Kind: String]?
    /// Where sound can go.
    public var routes: [Route]?
    /// Where it goes.
    public var route: String?

    /// The empty patch.
    public init() {}
}

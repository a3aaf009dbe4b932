// SPDX-License-Identifier: MIT

/// A client that shows and sounds calls in a login session.
struct Shell: Hashable, Sendable {
    let client: Client
    let account: Account
    let session: String
    var isActive: Bool
    var state = ShellState()
}

/// The user's wishes and the routes of the sound, as a shell reports them. The defaults hold while there is no shell.
struct ShellState: Hashable, Sendable {
    var doNotDisturb = false
    var allowed: Set<Handle> = []
    var allowedRelations: Set<Relation> = []
    var repeatCallers = true
    var autoResume = false
    var mutesStreams = false
    var ringTimeout: UInt64 = 120_000_000
    var defaultProviders: [Handle.Kind: String] = [:]
    var routes: [Route] = []
    var route = ""

    mutating func apply(_ update: ShellUpdate) {
        if let value = update.doNotDisturb { doNotDisturb = value }
        if let value = update.allowed { allowed = value }
        if let value = update.allowedRelations { allowedRelations = value }
        if let value = update.repeatCallers { repeatCallers = value }
        if let value = update.autoResume { autoResume = value }
        if let value = update.mutesStreams { mutesStreams = value }
        if let value = update.ringTimeout { ringTimeout = value }
        if let value = update.defaultProviders { defaultProviders = value }
        if let value = update.routes { routes = value }
        if let value = update.route { route = value }
    }
}

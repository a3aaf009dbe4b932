// SPDX-License-Identifier: MIT

/// The shells, and the primary one among them: the last registered shell of the login sessions in front.
struct Shells: Hashable, Sendable {
    /// In order of registration.
    private(set) var all: [Shell] = []
    private(set) var primary: Client?
    /// The user's wishes: the state of the primary shell, or the defaults.
    private(set) var state = ShellState()

    /// What the shells of each app cost.
    private(set) var costs = Tally<Account>()
    /// Whether they changed since `takeChange`.
    private var isUnwritten = false

    var isEmpty: Bool { all.isEmpty }

    func contains(_ client: Client) -> Bool { all.contains { $0.client == client } }

    func shell(of client: Client) -> Shell? { all.first { $0.client == client } }

    /// Adds a shell as the last one. A connection has one shell; a new one takes its place.
    mutating func register(_ shell: Shell) {
        costs.add(shell.cost, to: shell.account)
        if let place = all.firstIndex(where: { $0.client == shell.client }) {
            costs.add(-all[place].cost, to: all[place].account)
            all[place] = shell
        } else {
            all.append(shell)
        }
        isUnwritten = true
    }

    mutating func apply(_ update: ShellUpdate, to client: Client) {
        guard let place = all.firstIndex(where: { $0.client == client }) else { return }
        let cost = all[place].cost
        all[place].state.apply(update)
        costs.add(all[place].cost - cost, to: all[place].account)
        isUnwritten = true
        refreshState()
    }

    /// A login session came to the front or left it.
    mutating func setActivity(of session: String, _ isActive: Bool) {
        for place in all.indices where all[place].session == session { all[place].isActive = isActive }
        isUnwritten = true
    }

    mutating func remove(_ client: Client) {
        for shell in all where shell.client == client { costs.add(-shell.cost, to: shell.account) }
        all.removeAll { $0.client == client }
        isUnwritten = true
    }

    /// Chooses the primary shell anew, and returns the one before and the one now.
    mutating func choosePrimary() -> (before: Client?, now: Client?) {
        let before = primary
        isUnwritten = true
        primary = all.last(where: \.isActive)?.client
        refreshState()
        return (before, primary)
    }

    /// Whether they changed since the last call of this function.
    mutating func takeChange() -> Bool {
        defer { isUnwritten = false }
        return isUnwritten
    }

    private mutating func refreshState() { state = primary.flatMap { shell(of: $0)?.state } ?? ShellState() }
}

extension Shells: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(all)
        writer.write(primary)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        all = try reader.read()
        primary = try reader.read()
        for shell in all { costs.add(shell.cost, to: shell.account) }
        refreshState()
    }
}

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
    var doNotDisturbSilences = false
    var whileInCall = WhileInCall.soft
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
        if let value = update.doNotDisturbSilences { doNotDisturbSilences = value }
        if let value = update.whileInCall { whileInCall = value }
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

    /// What do-not-disturb, and a call that the user is in, do to another call; nil = it rings. A refusal comes before
    /// silence, and do-not-disturb before the other call.
    func quieting(isInCall: Bool) -> Quieting? {
        switch (doNotDisturb, doNotDisturbSilences, isInCall ? whileInCall : .soft) {
        case (true, false, .soft), (true, false, .silent), (true, false, .busy): .refused(.doNotDisturb)
        case (true, true, .busy), (false, _, .busy): .refused(.busy)
        case (true, true, .soft), (true, true, .silent), (false, _, .silent): .silent
        case (false, _, .soft): nil
        }
    }

    /// Whether a call rings whatever `quieting` says, because the user allows its caller.
    func allows(_ call: Call) -> Bool {
        if let relation = call.identity.relation, allowedRelations.contains(relation) { return true }
        return call.remoteHandle.map { allowed.contains($0) } ?? false
    }
}

/// What becomes of a call that the user does not want to hear now.
enum Quieting: Hashable, Sendable {
    /// It is shown without a sound, and its caller hears ringing on.
    case silent
    case refused(CallFilter)
}

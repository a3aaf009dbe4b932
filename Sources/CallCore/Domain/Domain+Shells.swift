// SPDX-License-Identifier: MIT

/// Shells: registered, lost, and which of them is the one that sounds.
extension Domain {
    /// The user's wishes: those of the primary shell.
    var shellState: ShellState {
        guard let primaryShell else { return ShellState() }
        return shells.last { $0.client == primaryShell }?.state ?? ShellState()
    }

    /// The login sessions that have a shell.
    public var shellSessions: Set<String> { Set(shells.map(\.session)) }

    mutating func registerShell(of session: String, isActive: Bool, _ update: ShellUpdate, from caller: Caller)
        throws(CallError)
    {
        guard caller.mayBeShell else {
            throw CallError(.accessDenied, "An app in a sandbox cannot be a shell.")
        }
        try check(update)
        let others = shells.filter { $0.client != caller.client }
        guard others.count < limits.shells else {
            throw CallError(.limitsExceeded, "A user has at most \(limits.shells) shells.")
        }
        shells = others
        var shell = Shell(client: caller.client, session: session, isActive: isActive)
        shell.state.apply(update)
        shells.append(shell)
        choosePrimaryShell()
    }

    mutating func setShellState(_ update: ShellUpdate, from caller: Caller) throws(CallError) {
        guard let place = shells.firstIndex(where: { $0.client == caller.client }) else {
            throw CallError(.noShell, "This connection is no shell. RegisterShell comes first.")
        }
        try check(update)
        shells[place].state.apply(update)
        adoptRoutes()
    }

    /// Refuses two routes of one name: nobody could choose between them.
    private func check(_ update: ShellUpdate) throws(CallError) {
        var names: Set<String> = []
        guard let twice = update.routes?.first(where: { !names.insert($0.name).inserted }) else { return }
        throw CallError(.invalidArgs, "Routes has two routes with the Name \(twice.name). Give each a Name of its own.")
    }

    mutating func setRoute(_ route: String, from caller: Caller) throws(CallError) {
        guard caller.mayBeShell else {
            throw CallError(.accessDenied, "An app in a sandbox cannot choose where the sound goes.")
        }
        guard primaryShell != nil else {
            throw CallError(
                .noShell, "No shell is registered that could route the sound. A program that calls RegisterShell can.")
        }
        guard route.isEmpty || audio.routes.contains(where: { $0.name == route && $0.isAvailable }) else {
            throw CallError(.invalidArgs, "There is no available route \(route). Audio.Routes shows them.")
        }
        audio.requestedRoute = route
    }

    mutating func setActivity(of session: String, _ isActive: Bool) {
        for place in shells.indices where shells[place].session == session { shells[place].isActive = isActive }
        choosePrimaryShell()
    }

    mutating func loseShell(_ client: Client) {
        guard shells.contains(where: { $0.client == client }) else { return }
        shells.removeAll { $0.client == client }
        choosePrimaryShell()
    }

    /// The last registered one of the sessions in front; the one before it is told first that it is not any more.
    private mutating func choosePrimaryShell() {
        let chosen = shells.last(where: \.isActive)?.client
        if chosen != primaryShell {
            if let old = primaryShell, shells.contains(where: { $0.client == old }) {
                output.tells.append(.shellIsPrimary(old, false))
            }
            primaryShell = chosen
            if let chosen { output.tells.append(.shellIsPrimary(chosen, true)) }
        }
        adoptRoutes()
    }

    private mutating func adoptRoutes() {
        let state = shellState
        audio.routes = state.routes
        let isPossible = state.routes.contains { $0.name == audio.requestedRoute && $0.isAvailable }
        if !isPossible || state.route == audio.requestedRoute { audio.requestedRoute = "" }
        guard audio.route != state.route else { return }
        audio.route = state.route
        announceRoute()
    }
}

// SPDX-License-Identifier: MIT

/// Shells: registered, lost, and the choice of the primary one, which sounds.
extension Domain {
    /// The login sessions that have a shell.
    package var shellSessions: Set<String> { Set(shells.all.map(\.session)) }

    mutating func registerShell(of session: String, isActive: Bool, _ update: ShellUpdate, from caller: Caller)
        throws(CallError)
    {
        try require(caller.mayBeShell, .accessDenied, "A sandboxed app cannot be a shell.")
        try check(update)
        try checkShellCount(of: caller)
        var shell = Shell(client: caller.client, account: caller.account, session: session, isActive: isActive)
        shell.state.apply(update)
        try checkRoom(for: shell.cost - (shells.shell(of: caller.client)?.cost ?? 0), of: caller.account)
        let wasPrimary = shells.primary == caller.client
        shells.register(shell)
        choosePrimaryShell()
        // A shell that registers again may have lost the first signal.
        if wasPrimary, shells.primary == caller.client { output.effects.append(.shellIsPrimary(caller.client, true)) }
        silenceRinging(update, from: caller)
    }

    mutating func setShellState(_ update: ShellUpdate, from caller: Caller) throws(CallError) {
        guard let shell = shells.shell(of: caller.client) else {
            throw CallError(.noShell, "This connection is not registered as a shell; call RegisterShell first.")
        }
        try check(update)
        var changed = shell
        changed.state.apply(update)
        try checkRoom(for: changed.cost - shell.cost, of: caller.account)
        shells.apply(update, to: caller.client)
        adoptState()
        silenceRinging(update, from: caller)
    }

    /// Only the primary shell decides about do-not-disturb.
    private mutating func silenceRinging(_ update: ShellUpdate, from caller: Caller) {
        if update.silenceRinging, shells.primary == caller.client { silenceUnwanted() }
    }

    /// Refuses two routes of one name, because no client could choose between them.
    private func check(_ update: ShellUpdate) throws(CallError) {
        var names: Set<String> = []
        guard let twice = update.routes?.first(where: { !names.insert($0.name).inserted }) else { return }
        throw CallError(.invalidArgs, "Two entries of Routes have the Name \(twice.name). Give each a Name of its own.")
    }

    mutating func setRoute(_ route: String, from caller: Caller) throws(CallError) {
        try require(caller.mayBeShell, .accessDenied, "A sandboxed app cannot choose where the sound goes.")
        try require(
            shells.primary != nil, .noShell,
            "No shell is registered that could route the sound. Start one, such as monkeycall-agent.")
        try require(
            route.isEmpty || audio.routes.contains(where: { $0.name == route && $0.isAvailable }), .invalidArgs,
            "No route \(route) is available. The property Routes of Audio shows the routes.")
        audio.requestedRoute = route
    }

    mutating func setActivity(of session: String, _ isActive: Bool) {
        shells.setActivity(of: session, isActive)
        choosePrimaryShell()
    }

    mutating func loseShell(_ client: Client) {
        guard shells.contains(client) else { return }
        shells.remove(client)
        choosePrimaryShell()
    }

    /// Chooses the primary shell, and tells the old one before the new one.
    private mutating func choosePrimaryShell() {
        let (before, now) = shells.choosePrimary()
        if before != now {
            if let before, shells.contains(before) { output.effects.append(.shellIsPrimary(before, false)) }
            if let now { output.effects.append(.shellIsPrimary(now, true)) }
        }
        adoptState()
    }

    /// The state of the primary shell is another one now.
    private mutating func adoptState() {
        adoptRoutes()
        let mutesStreams = shells.state.mutesStreams
        for provider in providers.values.sorted(by: { $0.id < $1.id }) {
            for id in provider.calls where calls[id]?.shellMutesStreams == !mutesStreams {
                changeMuting(of: id) { $0.shellMutesStreams = mutesStreams }
            }
        }
    }

    /// Makes a change after which the shell may not mute the call any more. Then nothing does.
    mutating func changeMuting(of id: CallID, _ change: (inout Call) -> Void) {
        calls.update(id) { call in
            let wasMutedByShell = call.isMutedByShell
            change(&call)
            if wasMutedByShell, !call.supports.muting, !call.isMutedByShell { call.muted = false }
        }
    }

    private mutating func adoptRoutes() {
        let state = shells.state
        audio.routes = state.routes
        let isPossible = state.routes.contains { $0.name == audio.requestedRoute && $0.isAvailable }
        if !isPossible || state.route == audio.requestedRoute { audio.requestedRoute = "" }
        guard audio.route != state.route else { return }
        audio.route = state.route
        announceRoute()
    }
}

// SPDX-License-Identifier: MIT

/// The shells, and the primary one among them: the last registered shell of the login sessions in front.
struct Shells: Hashable, Sendable {
    /// In order of registration.
    private(set) var all: [Shell] = []
    private(set) var primary: Client?
    /// The user's wishes: the state of the primary shell, or the defaults.
    private(set) var state = ShellState()

    var isEmpty: Bool { all.isEmpty }

    func contains(_ client: Client) -> Bool { all.contains { $0.client == client } }

    func shell(of client: Client) -> Shell? { all.first { $0.client == client } }

    /// Adds a shell as the last one. A connection has one shell; a new one takes its place.
    mutating func register(_ shell: Shell) {
        if let place = all.firstIndex(where: { $0.client == shell.client }) {
            all[place] = shell
        } else {
            all.append(shell)
        }
    }

    mutating func apply(_ update: ShellUpdate, to client: Client) {
        guard let place = all.firstIndex(where: { $0.client == client }) else { return }
        all[place].state.apply(update)
        refreshState()
    }

    /// A login session came to the front or left it.
    mutating func setActivity(of session: String, _ isActive: Bool) {
        for place in all.indices where all[place].session == session { all[place].isActive = isActive }
    }

    mutating func remove(_ client: Client) { all.removeAll { $0.client == client } }

    /// Chooses the primary shell anew, and returns the one before and the one now.
    mutating func choosePrimary() -> (before: Client?, now: Client?) {
        let before = primary
        primary = all.last(where: \.isActive)?.client
        refreshState()
        return (before, primary)
    }

    private mutating func refreshState() { state = primary.flatMap { shell(of: $0)?.state } ?? ShellState() }
}

// SPDX-License-Identifier: MIT

internal import CallCore

/// Who plays: apps, shells, onlookers, each a connection.
enum Cast {
    /// Whose calls all are, but for the stranger.
    static let uid: UInt32 = 1_000

    /// The connections that have apps, and their identifiers.
    static let apps: [(client: Int, app: String)] = [(0, "p"), (0, "q"), (1, "r"), (2, "s")]
    /// The app of s serves a modem: it has emergency calls, which come before all others.
    static let policy = {
        var policy = Policy()
        policy.cellular = ["s": uid]
        return policy
    }()
    static let shells = [3, 4]
    /// Reads and listens.
    static let watcher = 5
    /// Another user's, who must not notice anything.
    static let stranger = 6
    static let all = 0...6

    /// What a client is called in stories.
    static func name(of client: Int) -> String {
        switch client {
        case 0: "the app of p and q"
        case 1: "the app of r"
        case 2: "the app of s"
        case 3: "shell one"
        case 4: "shell two"
        case watcher: "the watcher"
        default: "a stranger"
        }
    }

    static func client(of app: String) -> Int { apps.first { $0.app == app }?.client ?? 0 }
}

/// How a provider behaves.
enum Temperament: CaseIterable {
    /// Does at once what it is told.
    case prompt
    /// Does it just before the deadline.
    case slow
    /// Never answers.
    case silent
    /// Answers about the deadline, or after it.
    case late
    /// Says everything twice.
    case duplicate
    /// Says what is not so.
    case liar
    /// Dies when it is told something, and comes back with what it remembers.
    case mortal
}

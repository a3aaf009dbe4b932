// SPDX-License-Identifier: MIT

internal import CallCore

/// The cast: apps, shells and onlookers, each with one connection.
enum Cast {
    /// The user of all connections except the stranger's.
    static let uid: UInt32 = 1_000

    /// The connections that have apps, and the identifiers of these apps.
    static let apps: [(client: Int, app: String)] = [(0, "p"), (0, "q"), (1, "r"), (2, "s")]
    /// This app serves a modem: it has emergency calls, which take precedence over all others.
    static let modem = "s"
    /// The modem's. A call to it is an emergency call of the modem, whichever app is asked while the modem is
    /// registered.
    static let emergencyNumber = "112"
    static let policy = {
        var policy = Policy()
        policy.cellular = [modem: uid]
        return policy
    }()
    static let shells = [3, 4]
    /// The connection that is also the directory, at times.
    static let directory = 4
    /// Only reads and listens.
    static let watcher = 5
    /// A connection of another user, which must not receive anything about these calls.
    static let stranger = 6
    static let all = 0...6

    /// The name of a client in printed stories.
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

/// What the user of a shell wishes about incoming calls.
enum ShellWish: String, Codable, CaseIterable {
    case none
    /// They are refused, or silent.
    case doNotDisturb, quietly
    /// During a call they are silent, or refused.
    case silent, busy
}

/// How a provider behaves.
enum Temperament: CaseIterable {
    /// Fulfils each action at once.
    case prompt
    /// Fulfils each action just before the deadline.
    case slow
    /// Never answers.
    case silent
    /// Answers around the deadline, or after it.
    case late
    /// Completes everything twice.
    case duplicate
    /// Reports wrong things.
    case liar
    /// Leaves the bus when it is told something, and may come back and report the calls that it remembers.
    case mortal
}

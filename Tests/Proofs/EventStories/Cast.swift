// SPDX-License-Identifier: MIT

internal import CallCore

/// The clients of a story: three connections of two programs, two connections from sandboxes, and the administrator.
enum Cast {
    static let callers = [
        caller("one"), caller("two"), caller("three", account: "two"),
        caller("box", app: "org.box"), caller("nameless", app: ""),
        Caller(
            client: Client(name: "root"), uid: 0, app: nil, isAdministrator: true, account: Account(name: "root")),
    ]

    /// The policy makes `cell` cellular; the program in the sandbox may register `org.box`.
    static let identifiers = ["p", "q", "cell", "org.box", "org.box.two", ""]
    static let sessions = ["1", "2"]

    private static func caller(_ name: String, app: String? = nil, account: String? = nil) -> Caller {
        Caller(
            client: Client(name: name), uid: 1000, app: app, isAdministrator: false,
            account: Account(name: account ?? name))
    }

    /// The service's own limits, or limits so tight that every story meets them and ids are used again soon.
    static func policy(tight: Bool) -> Policy {
        var policy = Policy()
        policy.cellular = ["cell": 1000]
        guard tight else { return policy }
        policy.limits.registryBytes = 80_000
        policy.limits.providers = 5
        policy.limits.providersPerApp = 2
        policy.limits.callsPerApp = 4
        policy.limits.calls = 6
        policy.limits.transactions = 8
        policy.limits.transactionsPerApp = 4
        policy.limits.waitingTransactionsPerSandbox = 2
        policy.limits.actionsPerTransaction = 2
        policy.limits.textLength = 32
        policy.limits.digits = 3
        policy.limits.endedCalls = 2
        policy.limits.completedActions = 1
        policy.limits.completedTransactions = 1
        policy.limits.filteredCallers = 1
        policy.limits.momentsPerCall = 2
        policy.limits.endedStories = 1
        policy.limits.refusedCallsPerApp = 1
        policy.limits.routes = 2
        policy.limits.shells = 3
        return policy
    }
}

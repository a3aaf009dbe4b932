// SPDX-License-Identifier: MIT

import SDBus

/// The notification servers of the desktop, and the one of them that shows the calls.
final class NotificationServers {
    /// In order of preference. The agent can start only the last one.
    private let all: [any NotificationServer]
    /// The first one that was ready at the last choice, or else the last one.
    private(set) var chosen: any NotificationServer
    /// The questions that wait until a server has told its abilities.
    private var searches: [(Bool) -> Void] = []
    private var isMissing = false
    private var tellMissing: (Bool) -> Void = { _ in }

    init(_ preferred: [any NotificationServer], or last: any NotificationServer) {
        all = preferred + [last]
        chosen = last
    }

    /// `missing` gets true when no server can show calls, and false when one can again. `tell` gets the events of all
    /// servers.
    func begin(
        missing: @escaping (Bool) -> Void, _ tell: @escaping (NotificationEvent, any NotificationServer) -> Void
    ) throws(BusError) {
        tellMissing = missing
        for server in all {
            try server.begin { [unowned self, unowned server] event in
                lookForServer()
                tell(event, server)
                endSearches()
            }
        }
    }

    /// Legal while no notification is shown.
    func choose() {
        if let best = all.first(where: \.isReady) { chosen = best }
    }

    /// Starts the server that the agent can start.
    func start() { all.last?.ask() }

    /// Whether the agent can start this server.
    func canStart(_ server: any NotificationServer) -> Bool { server === all.last }

    /// Tells whether the user can press a button, as soon as a server has told its abilities or none can be found.
    func findButtons(then completion: @escaping (Bool) -> Void) {
        if chosen.isReady { return completion(chosen.hasButtons) }
        guard !all.allSatisfy(\.isMissing) else { return completion(false) }
        searches.append(completion)
        start()
    }

    private func endSearches() {
        guard !searches.isEmpty, chosen.isReady || all.allSatisfy(\.isMissing) else { return }
        let ended = searches
        searches = []
        for completion in ended { completion(chosen.isReady && chosen.hasButtons) }
    }

    private func lookForServer() {
        let isMissing = all.allSatisfy { $0.isMissing }
        guard isMissing != self.isMissing else { return }
        self.isMissing = isMissing
        tellMissing(isMissing)
    }
}

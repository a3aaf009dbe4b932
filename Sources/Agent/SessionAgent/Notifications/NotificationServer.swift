// SPDX-License-Identifier: MIT

import SDBus

/// A server that shows one notification for each call, named by the call. It may start, stop and restart at any time.
protocol NotificationServer: AnyObject {
    /// The server has reported its abilities and accepts notifications.
    var isReady: Bool { get }
    /// No server runs and none can be started, or the server does not report its abilities.
    var isMissing: Bool { get }
    /// Whether the user can press something on a notification. Ask only a server that is ready.
    var hasButtons: Bool { get }
    /// How many notifications of one sender the server keeps; nil for no limit. A server with a limit also shows one at
    /// a time: the next one after the user has dismissed the last, or is at the screen. It drops the oldest for a newer
    /// one.
    var room: Int? { get }
    /// The calls that have a notification, perhaps from an agent that was killed.
    var shown: Set<String> { get }

    func begin(_ notify: @escaping (NotificationEvent) -> Void) throws(BusError)

    /// Starts a server if none runs, and asks for its abilities.
    func ask()

    /// Shows or changes the call's notification. The answer says whether the server does.
    func show(_ banner: Banner, of call: String, then completion: @escaping (Bool) -> Void)

    /// Does nothing without a notification.
    func close(_ call: String)
}

enum NotificationEvent {
    /// The key is the name of a button, or `Banner.open`. The token lets an app raise its window; it may be empty.
    case pressed(_ call: String, key: String, token: String)
    case closed(_ call: String, Closing)
    /// The server has gone, with all its notifications.
    case lost
    /// The server has reported its abilities.
    case found
    /// No server can be found.
    case missing
}

/// Why a notification has closed.
enum Closing {
    /// The server closed it when the user pressed that button.
    case pressed(key: String)
    /// The user has dismissed it.
    case dismissed
    /// Its time was over, or the server had no room. The user may not have seen it.
    case expired
    /// Another program has closed it, or had put its own notification in its place.
    case removed
}

/// The notification servers of the desktop, and the one of them that shows the calls.
final class NotificationServers {
    /// In order of preference. The agent can start only the last one.
    private let all: [any NotificationServer]
    /// The first one that was ready at the last choice, or else the last one.
    private(set) var chosen: any NotificationServer
    /// The questions that wait until a server has reported its abilities.
    private var searches: [(Bool) -> Void] = []
    private var isMissing = false
    private var reportMissing: (Bool) -> Void = { _ in }

    init(_ preferred: [any NotificationServer], or last: any NotificationServer) {
        all = preferred + [last]
        chosen = last
    }

    /// `missing` gets true when no server can show calls, and false when one can again. `notify` gets the events of all
    /// servers.
    func begin(
        missing: @escaping (Bool) -> Void, _ notify: @escaping (NotificationEvent, any NotificationServer) -> Void
    ) throws(BusError) {
        reportMissing = missing
        for server in all {
            try server.begin { [unowned self, unowned server] event in
                lookForServer()
                notify(event, server)
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

    /// Reports whether the user can press a button, as soon as a server has reported its abilities or none can be
    /// found.
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
        reportMissing(isMissing)
    }
}

/// The notification of a call at the server.
struct ShownBanner {
    /// Nil if an earlier agent has shown it.
    var banner: Banner?
    /// A request to the server is not answered yet.
    var isUnderWay = false
    /// The server has removed it, or the user has dismissed it twice: it comes back only with another content.
    var isDismissed = false

    func fits(_ wanted: Banner) -> Bool {
        guard var banner else { return false }
        banner.isQuiet = wanted.isQuiet
        if isDismissed { banner.isUrgent = wanted.isUrgent }
        return banner == wanted
    }
}

/// The keys of a notification's buttons: each is the name of its button and a random word. Servers let every program
/// replace every notification, with keys of its choice. So a press counts only if its key was made for this
/// notification.
///
/// Each button has a word of its own, because some servers tell every program of a press. The words stay as long as the
/// notification: the user may press a button that has just been replaced.
struct ActionKeys: Hashable {
    /// An earlier agent may have made them.
    private(set) var all: [String] = []

    /// The key of the button with that name.
    mutating func key(of button: String) -> String {
        if let known = all.first(where: { Self.button(of: $0) == button }) { return known }
        let new = button + "." + String(UInt64.random(in: .min ... .max), radix: 36)
        all.append(new)
        return new
    }

    /// The name of the button with that key; nil for a key that another program has chosen.
    func button(_ key: String) -> String? { all.contains(key) ? Self.button(of: key) : nil }

    private static func button(of key: String) -> String { String(key.prefix { $0 != "." }) }
}

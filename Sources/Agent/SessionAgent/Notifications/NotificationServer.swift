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

    func begin(_ tell: @escaping (NotificationEvent) -> Void) throws(BusError)

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

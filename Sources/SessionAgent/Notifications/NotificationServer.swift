// SPDX-License-Identifier: MIT

import SDBus

/// What shows notifications, one for each call and named by it. It may come, go and be another one at any time.
protocol NotificationServer: AnyObject {
    /// It has said what it can do, and takes notifications.
    var isReady: Bool { get }
    /// There is none, and none can be started; or it does not say what it can do.
    var isMissing: Bool { get }
    /// How many notifications of one sender it keeps, nil: as many as there are. A server that says so shows one at a time,
    /// too: the next when somebody has put the last away or sits there, and it drops the oldest for a newer one.
    var room: Int? { get }
    /// The calls whose notifications it may be showing, also those of an agent that was killed.
    var shown: Set<String> { get }

    func begin(_ tell: @escaping (NotificationEvent) -> Void) throws(BusError)

    /// Starts one if there is none yet, and finds out what it can do.
    func ask()

    /// Shows the call's notification, or changes it. The answer is whether it does.
    func show(_ banner: Banner, of call: String, then completion: @escaping (Bool) -> Void)

    /// Not an error where there is none.
    func close(_ call: String)
}

enum NotificationEvent {
    /// With a token to raise a window by, or an empty one.
    case pressed(_ call: String, key: String, token: String)
    /// It is shown no more.
    case closed(_ call: String, Closing)
    /// The server has gone, and all its notifications with it.
    case lost
    /// What the server can do is known now.
    case found
    /// It has turned out that there is none.
    case missing
}

/// Why a notification is shown no more.
enum Closing {
    /// The server took it away when that button was pressed.
    case pressed(key: String)
    /// The user has put it away.
    case dismissed
    /// It was shown for long enough, or there was no room for it: nobody need have seen it.
    case expired
}

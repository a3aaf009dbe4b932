// SPDX-License-Identifier: MIT

/// A problem that keeps the agent from showing calls: a word for `Problems`, and sentences for the log.
package enum Problem: String, CaseIterable {
    case noNotificationServer = "no-notification-server"

    var beginning: String {
        switch self {
        case .noNotificationServer:
            "Calls ring but are not shown, because no notification server is running. Start one, for example dunst or mako."
        }
    }

    var end: String {
        switch self {
        case .noNotificationServer: "Calls are shown, because a notification server is running now."
        }
    }
}

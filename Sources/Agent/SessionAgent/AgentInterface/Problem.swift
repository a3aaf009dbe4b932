// SPDX-License-Identifier: MIT

/// A problem that keeps the agent from showing calls, or from ringing as it should: a word for `Problems`, and
/// sentences for the log.
package enum Problem: String, CaseIterable {
    case noNotificationServer = "no-notification-server"
    case soundFails = "sound-fails"

    var beginning: StaticString {
        switch self {
        case .noNotificationServer:
            "calls ring but are not shown, because no notification server is running; start one, for example dunst or mako"
        case .soundFails:
            "the sound of a call hangs or crashes the process that plays it, so calls ring with another sound"
        }
    }

    var end: StaticString {
        switch self {
        case .noNotificationServer: "calls are shown, because a notification server is running now"
        case .soundFails: "the sounds of calls play"
        }
    }
}

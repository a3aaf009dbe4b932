// SPDX-License-Identifier: MIT

import UIKit
import UserNotifications

final class MissedCallNotifier {
    static let category = "MISSED_CALL"
    static let callBack = "CALL_BACK"

    private let center: UNUserNotificationCenter

    init(center: UNUserNotificationCenter = .current()) {
        self.center = center
        let action = UNNotificationAction(identifier: Self.callBack, title: "Call back", options: [.foreground])
        let message = UNNotificationAction(identifier: "MESSAGE", title: "Message", options: [])
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: Self.category, actions: [action, message], intentIdentifiers: [],
                options: .customDismissAction)
        ])
    }

    func notify(handle: String, name: String?, count: Int) {
        let content = UNMutableNotificationContent()
        content.title = name ?? handle
        content.body = count > 1 ? "\(count) missed calls" : "Missed call"
        content.sound = .default
        content.badge = NSNumber(value: count)
        content.categoryIdentifier = Self.category
        content.threadIdentifier = handle
        content.userInfo = ["handle": handle]
        let request = UNNotificationRequest(identifier: "missed-\(handle)", content: content, trigger: nil)
        center.add(request) { error in
            if let error = error { NSLog("%@", error.localizedDescription) }
        }
    }

    func remind(handle: String, in minutes: Int) {
        let content = UNMutableNotificationContent()
        content.title = "Call \(handle)"
        content.sound = UNNotificationSound(named: UNNotificationSoundName("reminder.wav"))
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: TimeInterval(minutes * 60), repeats: false)
        center.add(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger))
    }

    func seen(handle: String) {
        center.removePendingNotificationRequests(withIdentifiers: ["missed-\(handle)"])
        center.removeDeliveredNotifications(withIdentifiers: ["missed-\(handle)"])
        center.getDeliveredNotifications { notifications in
            DispatchQueue.main.async { UIApplication.shared.applicationIconBadgeNumber = notifications.count }
        }
    }
}

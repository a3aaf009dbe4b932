// SPDX-License-Identifier: MIT

import UIKit
import UserNotifications

/// Missed calls, with a button that calls back.
final class NotificationHandler: NSObject, UNUserNotificationCenterDelegate {
    private(set) var lastResponse: String?

    func post(missedCallFrom person: String) async throws {
        let content = UNMutableNotificationContent()
        content.title = "Missed call"
        content.body = person
        let center = UNUserNotificationCenter.current()
        guard try await center.requestAuthorization(options: [.alert, .sound]) else { return }
        try await center.add(UNNotificationRequest(identifier: person, content: content, trigger: nil))
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .sound] }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        lastResponse = response.actionIdentifier
        guard let url = URL(string: "tel:\(response.notification.request.content.body)") else { return }
        await UIApplication.shared.open(url)
    }
}

// SPDX-License-Identifier: MIT

import OSLog
import UserNotifications

/// Notifications with async functions.
final class NotificationService: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let logger = Logger(subsystem: "org.example.Phone", category: "Notifications")
    private let callBack: @Sendable (String) async -> Void

    init(callBack: @escaping @Sendable (String) async -> Void) {
        self.callBack = callBack
        super.init()
        UNUserNotificationCenter.current().delegate = self
    }

    func authorize() async -> Bool {
        let center = UNUserNotificationCenter.current()
        switch await center.notificationSettings().authorizationStatus {
        case .authorized, .provisional, .ephemeral: return true
        case .denied: return false
        case .notDetermined: break
        @unknown default: break
        }
        do {
            return try await center.requestAuthorization(options: [.alert, .sound])
        } catch {
            logger.error("\(error.localizedDescription)")
            return false
        }
    }

    func missed(_ handle: String, at date: Date) async {
        let content = UNMutableNotificationContent()
        content.title = "Missed call"
        content.body = date.formatted(date: .omitted, time: .shortened)
        content.interruptionLevel = .timeSensitive
        content.userInfo = ["handle": handle]
        do {
            try await UNUserNotificationCenter.current()
                .add(UNNotificationRequest(identifier: handle, content: content, trigger: nil))
        } catch let error as UNError {
            logger.error("\(error.code.rawValue): \(error.localizedDescription, privacy: .public)")
        } catch {
            logger.fault("\(error)")
        }
    }

    func clear() async {
        let delivered = await UNUserNotificationCenter.current().deliveredNotifications()
        UNUserNotificationCenter.current()
            .removeDeliveredNotifications(withIdentifiers: delivered.map(\.request.identifier))
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        guard let handle = response.notification.request.content.userInfo["handle"] as? String else { return }
        await callBack(handle)
    }
}

// SPDX-License-Identifier: MIT

import CallKit
import UIKit
import UserNotifications
import os

final class PhoneDelegate: UIResponder, UIApplicationDelegate {
    private let center = CallCenter()
    private let audio = AudioSessionController()
    private var notifications: NotificationService?
    private var model: CallScreenModel?
    private static let logger = Logger()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        notifications = NotificationService { [center] handle in
            _ = try? await center.start(handle)
        }
        model = CallScreenModel()
        Task {
            guard await notifications?.authorize() == true else {
                Self.logger.warning("No notifications on \(UIDevice.current.systemName)")
                return
            }
        }
        do { try audio.configure() } catch { Self.logger.error("Audio: \(error)") }
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        let task = application.beginBackgroundTask()
        Task {
            await notifications?.clear()
            application.endBackgroundTask(task)
        }
    }

    func openWebsite() async {
        guard let url = URL(string: "https://example.org") else { return }
        if await !UIApplication.shared.open(url) { Self.logger.notice("No browser") }
    }
}

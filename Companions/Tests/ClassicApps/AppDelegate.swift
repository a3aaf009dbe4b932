// SPDX-License-Identifier: MIT

import CallKit
import UIKit
import UserNotifications
import os.log

class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let callManager = SpeakerCallManager()
    var providerDelegate: ProviderDelegate?

    class var shared: AppDelegate? { UIApplication.shared.delegate as? AppDelegate }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        providerDelegate = ProviderDelegate(callManager: callManager)
        UNUserNotificationCenter.current().delegate = self
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) { granted, error in
            if let error = error {
                os_log("Notifications: %{public}@", type: .error, error.localizedDescription)
            } else if granted {
                DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
            }
        }
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = CallsViewController()
        window?.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let handle = StartCallRouter.handle(of: userActivity) else { return false }
        callManager.startCall(handle: handle, video: StartCallRouter.isVideo(userActivity))
        return true
    }

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool
    {
        guard url.scheme == "phone", let handle = url.host else { return false }
        callManager.startCall(handle: handle)
        return true
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error
    ) {
        os_log("Remote notifications: %{public}@", type: .info, "\(error)")
    }

    func applicationWillTerminate(_ application: UIApplication) {
        callManager.endAllCalls()
    }

    func displayIncomingCall(
        uuid: UUID, handle: String, hasVideo: Bool = false, completion: ((Error?) -> Void)?
    ) {
        let background = UIApplication.shared.beginBackgroundTask(expirationHandler: nil)
        providerDelegate?.reportIncomingCall(uuid: uuid, handle: handle, hasVideo: hasVideo) { error in
            UIApplication.shared.endBackgroundTask(background)
            completion?(error)
        }
    }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .sound])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        defer { completionHandler() }
        guard let handle = response.notification.request.content.userInfo["handle"] as? String else { return }
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier, MissedCallNotifier.callBack: callManager.startCall(handle: handle)
        default: break
        }
    }
}

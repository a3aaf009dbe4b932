// SPDX-License-Identifier: MIT

import AVFoundation
import CallKit
import UIKit

/// A delegate of 2017, which was never changed: Swift 4 names, and a request to call by its types. It is
/// deprecated here, so that the names in it do not warn.
@available(*, deprecated)
class SwiftFourDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    var callee: String?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplicationLaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UIViewController()
        window?.makeKeyAndVisible()
        configureAudio()
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([Any]?) -> Void
    ) -> Bool {
        switch userActivity.activityType {
        case INStartAudioCallIntentIdentifier:
            let intent = userActivity.interaction?.intent as? INStartAudioCallIntent
            callee = intent?.contacts?.first?.personHandle?.value
        case INStartVideoCallIntentIdentifier:
            let intent = userActivity.interaction?.intent as? INStartVideoCallIntent
            callee = intent?.contacts?.first?.personHandle?.value
        default: return false
        }
        return callee != nil
    }

    private func configureAudio() {
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(AVAudioSessionCategoryPlayAndRecord, with: .defaultToSpeaker)
            try session.setMode(AVAudioSessionModeVoiceChat)
            try session.setActive(true, with: .notifyOthersOnDeactivation)
        } catch {
            NSLog("audio: %@", error.localizedDescription)
        }
        _ = NotificationCenter.default.addObserver(
            forName: .UIApplicationDidBecomeActive, object: nil, queue: .main
        ) { _ in NSLog("active") }
    }

    /// The icon of the calls, as an editor inserts it.
    var icon: Data? { #imageLiteral(resourceName: "CallIcon").pngData() }

    /// The folder that the directory extension reads.
    var sharedFolder: URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Phone")
    }
}
